import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { onDemand } from '../../../ui/overlays/on-demand.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { useVideo, videoOptions } from '../../../videos-view/video-query.ts'

const dialogOf = {
  edit: onDemand(async () => (await import('../../../videos-view/edit/edit-dialog.tsx')).EditDialog),
  share: onDemand(async () => (await import('../../../videos-view/share/share-dialog.tsx')).ShareDialog),
  replace: onDemand(async () => (await import('../../../videos-view/replace/replace-dialog.tsx')).ReplaceDialog),
  publish: onDemand(async () => (await import('./publish-dialog.tsx')).PublishDialog),
}

type Kind = keyof typeof dialogOf

export interface VideoDialogs {
  /** Loads the video first, because a list has less than a dialog shows. The focus returns to the button. */
  open: (kind: Kind, id: string, button: HTMLElement) => void
  isLoading: (kind: Kind, id: string) => boolean
  element: ReactNode
}

/** The dialogs of one's own videos. `afterPublishing` gets the focus when the button disappears with its draft. */
export function useVideoDialogs(afterPublishing?: RefObject<HTMLElement | null>): VideoDialogs {
  const client = useQueryClient()
  const [shown, setShown] = useState<{ kind: Kind; id: string; isOpen: boolean }>()
  const returnFocus = useRef<HTMLElement>(null)
  const loading = useMutation({
    mutationFn: ({ id }: { kind: Kind; id: string }) => client.fetchQuery({ ...videoOptions(id), staleTime: 0 }),
    onSuccess: (_, { kind, id }) => setShown({ kind, id, isOpen: true }),
    onError: (error) => showToast('bad', error.message),
  })
  return {
    open: (kind, id, button) => {
      if (loading.isPending) return
      returnFocus.current = button
      loading.mutate({ kind, id })
    },
    isLoading: (kind, id) => loading.isPending && loading.variables.kind === kind && loading.variables.id === id,
    element: shown && (
      <ShownDialog
        key={`${shown.kind} ${shown.id}`}
        {...shown}
        returnFocusTo={returnFocus}
        onOpenChange={(isOpen) => setShown({ ...shown, isOpen })}
        onPublished={() => {
          returnFocus.current = afterPublishing?.current ?? null
        }}
      />
    ),
  }
}

interface ShownDialogProps {
  kind: Kind
  id: string
  isOpen: boolean
  returnFocusTo: RefObject<HTMLElement | null>
  onOpenChange: (isOpen: boolean) => void
  onPublished: () => void
}

/** Follows the video, so that a dialog shows what was changed in it. */
function ShownDialog({ kind, id, isOpen, onPublished, ...dialog }: ShownDialogProps) {
  const { data: video } = useVideo(id)
  if (!video) return null
  const Dialog = dialogOf[kind]
  return <Dialog {...dialog} video={video} open={isOpen} onPublished={onPublished} />
}
