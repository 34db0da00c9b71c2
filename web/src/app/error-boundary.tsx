import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { ChunkLoadError } from './chunks/chunk-load-error.ts'

interface ErrorBoundaryProps {
  /** A new value clears the error: another page may well work. */
  resetKey?: string
  children: ReactNode
}

interface ErrorBoundaryState {
  error: unknown
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (before.resetKey !== this.props.resetKey && this.state.error !== undefined) this.setState({ error: undefined })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const reload = (
      <Button kind="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    )
    return (
      <div className="p-4">
        {error instanceof ChunkLoadError ? (
          <ErrorState
            title="This page could not be loaded"
            text="The connection may be down, or a newer version of Video Forge has been installed. Reloading helps in both cases."
            action={reload}
          />
        ) : (
          <ErrorState title="Something went wrong" text="That was our fault, not yours. Reload the page to go on." action={reload} />
        )}
      </div>
    )
  }
}
