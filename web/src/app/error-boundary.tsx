import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { ChunkLoadError } from './chunks/chunk-load-error.ts'

interface ErrorBoundaryProps {
  /** A new value clears the error, because another page may work. */
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

  override componentDidMount(): void {
    window.addEventListener('online', this.retryLoading)
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.retryLoading)
  }

  /** A page whose code could not be loaded is tried again when the network is back. */
  private readonly retryLoading = (): void => {
    if (this.state.error instanceof ChunkLoadError) window.location.reload()
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
            text="Check your connection, then reload. There may also be a new version of Video Forge."
            action={reload}
          />
        ) : (
          <ErrorState title="Something went wrong" text="The error is on our side. Reload the page to continue." action={reload} />
        )}
      </div>
    )
  }
}
