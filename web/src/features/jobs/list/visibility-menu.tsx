import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '@video-forge/contract/jobs'
import { ChevronDown, Globe, Lock } from 'lucide-react'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { accessEndSentence } from '../../../videos-view/access-end-sentence.ts'
import { updateCachedVideo } from '../../../videos-view/video-cache.ts'

type Visibility = Job['visibility']

const choices = [
  { value: 'public', name: 'Public', icon: Globe, hint: 'Everyone can find and watch it.' },
  { value: 'private', name: 'Private', icon: Lock, hint: 'Only you, and people with a link from you.' },
] as const

interface VisibilityMenuProps {
  video: Pick<Job, 'id' | 'title' | 'visibility'>
  titleId: string
}

/** Who can watch a video, changed in place. A menu, because arrow keys change a select at once and would publish by accident. */
export function VisibilityMenu({ video, titleId }: VisibilityMenuProps) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (visibility: Visibility) => call('PATCH /gallery/videos/{id}', { params: { id: video.id }, body: { visibility } }),
    onSuccess: ({ video: saved }) => {
      updateCachedVideo(client, saved)
      const isPublic = saved.visibility === 'public'
      const sentence = isPublic
        ? `"${saved.title}" is public now.`
        : `"${saved.title}" is private now. ${accessEndSentence(saved.lingerSeconds)}`
      showToast('good', sentence.trim())
    },
    onError: (error) => showToast('bad', `The visibility was not changed: ${error.message}`),
  })
  const choose = (visibility: Visibility) => {
    if (visibility !== video.visibility && !change.isPending) change.mutate(visibility)
  }
  const { name, icon: Icon } = choices.find(({ value }) => value === video.visibility) ?? choices[0]
  return (
    <Menu
      align="start"
      trigger={
        <Button
          kind="quiet"
          size="small"
          aria-label={`Visibility: ${name}`}
          aria-describedby={titleId}
          pending={change.isPending}
          className="-ml-2 gap-1.5 px-2"
        >
          {!change.isPending && <Icon aria-hidden="true" className="size-4 text-muted" />}
          {name}
          <ChevronDown aria-hidden="true" className="size-4 text-muted" />
        </Button>
      }
      items={choices.map(({ value, ...item }) => ({ ...item, checked: value === video.visibility, onSelect: () => choose(value) }))}
    />
  )
}
