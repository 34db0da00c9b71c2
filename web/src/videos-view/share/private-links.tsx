import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { useState } from 'react'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { accessEndSentence } from '../access-end-sentence.ts'
import { videoKeys } from '../video-keys.ts'
import { ActiveLinks } from './active-links.tsx'

const spans = [
  { hours: 24, name: '1 day' },
  { hours: 168, name: '7 days' },
  { hours: 720, name: '30 days' },
] as const

interface PrivateLinksProps {
  video: VideoDetails
  /** The address of the link that was just created. The server sends it only once. */
  newUrl: string | undefined
  onCreate: (url: string | undefined) => void
}

export function PrivateLinks({ video: { id: videoId, lingerSeconds }, newUrl, onCreate }: PrivateLinksProps) {
  const client = useQueryClient()
  const [hours, setHours] = useState<number>(168)
  const params = { id: videoId }
  const links = useQuery({
    queryKey: videoKeys.links(videoId),
    queryFn: async ({ signal }) => (await call('GET /gallery/videos/{id}/links', { params }, { signal })).links,
  })
  const refresh = () => void client.invalidateQueries({ queryKey: videoKeys.links(videoId) })
  const creation = useMutation({
    mutationFn: () => call('POST /gallery/videos/{id}/links', { params, body: { expiresInHours: hours } }),
    onSuccess: ({ link }) => {
      onCreate(new URL(link.url, window.location.origin).href)
      refresh()
    },
  })
  const revocation = useMutation({
    mutationFn: (linkId: string) => call('DELETE /gallery/videos/{id}/links/{linkId}', { params: { id: videoId, linkId } }),
    onSuccess: () => onCreate(undefined),
    onSettled: refresh,
  })
  const error = creation.error ?? revocation.error
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-end gap-2">
        <Field label="A link that works for" className="flex-1">
          {(control) => (
            <Select {...control} value={hours} onChange={(event) => setHours(Number(event.target.value))}>
              {spans.map((span) => (
                <option key={span.hours} value={span.hours}>
                  {span.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button kind="primary" pending={creation.isPending} onClick={() => creation.mutate()}>
          Create link
        </Button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {newUrl && <CopyField label="New link" hint="Copy it now: it is shown only once." text={newUrl} />}
      <ActiveLinks
        links={links.data}
        error={links.error}
        revoking={revocation.isPending ? revocation.variables : undefined}
        onRevoke={(id) => revocation.mutate(id)}
        onRetry={() => void links.refetch()}
      />
      {lingerSeconds !== null && (links.data?.length ?? 0) > 0 && (
        <p className="text-12 text-muted">A revoked link stops working at once. {accessEndSentence(lingerSeconds)}</p>
      )}
    </div>
  )
}
