import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import { currentToasts, dismissToast, subscribeToToasts, type Toast } from './toast-store.ts'

function ToastCard({ toast }: { toast: Toast }) {
  const Icon = toast.tone === 'bad' ? CircleAlert : CircleCheck
  return (
    <div className="pointer-events-auto flex animate-rise items-start gap-3 rounded-surface border border-line bg-raised py-1 pr-1 pl-4 shadow-raised">
      <Icon aria-hidden="true" className={`mt-2.5 size-5 shrink-0 ${toast.tone === 'bad' ? 'text-bad' : 'text-good'}`} />
      <p className="min-w-0 flex-1 py-2.5">{toast.text}</p>
      {toast.action && (
        <Button
          kind="quiet"
          onClick={() => {
            dismissToast(toast.id)
            toast.action?.run()
          }}
        >
          {toast.action.name}
        </Button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
        className="flex size-10 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

const isUrgent = ({ tone, urgent }: Toast): boolean => tone === 'bad' || urgent

/**
 * Both regions always exist, because a screen reader announces only changes in regions that it knows. The aria-live
 * attributes repeat the roles, because an open dialog hides everything without one.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 ml-auto flex max-w-sm flex-col gap-2">
      <div role="alert" aria-live="assertive" className="flex flex-col gap-2">
        {toasts.flatMap((toast) => (isUrgent(toast) ? [<ToastCard key={toast.id} toast={toast} />] : []))}
      </div>
      <div role="status" aria-live="polite" className="flex flex-col gap-2">
        {toasts.flatMap((toast) => (isUrgent(toast) ? [] : [<ToastCard key={toast.id} toast={toast} />]))}
      </div>
    </div>
  )
}
