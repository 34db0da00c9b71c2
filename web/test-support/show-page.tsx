import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { LiveCacheUpdates } from '../src/jobs-view/live/live-cache-updates.tsx'
import { Toaster } from '../src/ui/overlays/toaster.tsx'
import { UploadCacheUpdates } from '../src/uploads-view/upload-cache-updates.tsx'

let address = ''
function LocationProbe() {
  const { pathname, search } = useLocation()
  address = pathname + search
  return null
}

export const currentAddress = (): string => address

/** Renders a page with the providers it has in the product. */
export function showPage(page: React.ReactNode, path: string, entry: string | { pathname: string; state: object } = path) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } })
  return render(
    <QueryClientProvider client={client}>
      <LiveCacheUpdates />
      <UploadCacheUpdates />
      <MemoryRouter initialEntries={[entry]}>
        <Routes>
          <Route path={path} element={page} />
          <Route path="*" element={<p>elsewhere</p>} />
        </Routes>
        <LocationProbe />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
