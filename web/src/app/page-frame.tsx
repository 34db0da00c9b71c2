import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { PageSkeleton } from '../ui/feedback/skeleton.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { MissingNotice } from './missing-notice.tsx'
import { OfflineBar } from './offline-bar.tsx'

/** Pages of videos use the width of the screen. */
const widePath = /^\/(?:gallery|video\/[^/]+|u\/[^/]+)\/?$/

/** The header and the page. A page that is loading or has failed leaves the header in place. */
export function PageFrame({ header, children }: { header: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  const width = widePath.test(pathname) ? 'max-w-wide' : 'max-w-list'
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-control bg-inverse font-medium text-on-inverse focus:not-sr-only forced-colors:border focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-2.5"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-line border-b bg-page">
        <OfflineBar />
        <div className={classNames('mx-auto flex h-14 items-center gap-2 px-4 sm:px-6', width)}>{header}</div>
      </header>
      <main id="content" tabIndex={-1} className={classNames('mx-auto flex w-full flex-1 flex-col gap-8 px-4 py-8 sm:px-6', width)}>
        <MissingNotice />
        <ErrorBoundary resetKey={pathname}>
          <Suspense key={pathname} fallback={<PageSkeleton />}>
            {children}
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}
