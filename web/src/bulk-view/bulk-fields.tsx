import { useQuery } from '@tanstack/react-query'
import { formatTable, outputFormats } from '@video-forge/contract/rules/formats'
import { takesWatchLater } from '../playlists-view/playlist-queries.ts'
import { call } from '../session/call.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Select } from '../ui/forms/select.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import type { BulkChoice, BulkFields as Fields } from './bulk-choices.ts'

interface BulkFieldsProps {
  choice: BulkChoice
  fields: Fields
  onChange: (fields: Fields) => void
}

/** What a change needs to know, if anything. */
export function BulkFields({ choice: { action }, fields, onChange }: BulkFieldsProps) {
  const set = (part: Partial<Fields>) => onChange({ ...fields, ...part })
  if (action === 'add-tags' || action === 'remove-tags') {
    return <TextField label="Tags" hint="Separate them with commas" value={fields.tags} onValueChange={(tags) => set({ tags })} />
  }
  if (action === 'add-to-playlist' || action === 'remove-from-playlist') {
    const isRemoving = action === 'remove-from-playlist'
    return <PlaylistField value={fields.playlistId} isRemoving={isRemoving} onChange={(playlistId) => set({ playlistId })} />
  }
  if (action === 'make-formats') return <FormatFields chosen={fields.formats} onChange={(formats) => set({ formats })} />
  if (action === 'change-owner') {
    return (
      <TextField
        label="New owner"
        hint="Username or e-mail address"
        autoComplete="off"
        value={fields.owner}
        onValueChange={(owner) => set({ owner })}
      />
    )
  }
  return null
}

/** A person has at most a few hundred. */
async function readAllPlaylists(signal: AbortSignal) {
  let page = await call('GET /playlists', { query: { limit: 100 } }, { signal })
  const pages = [page]
  while (page.nextCursor !== null) {
    page = await call('GET /playlists', { query: { limit: 100, cursor: page.nextCursor } }, { signal })
    pages.push(page)
  }
  return pages
}

function PlaylistField({ value, isRemoving, onChange }: { value: string; isRemoving: boolean; onChange: (id: string) => void }) {
  const playlists = useQuery({
    queryKey: ['playlists', 'choices'],
    queryFn: ({ signal }) => readAllPlaylists(signal),
  })
  const choices = playlists.data
    ?.flatMap((page) => page.playlists)
    .filter(({ kind }) => isRemoving || kind === 'list' || takesWatchLater(playlists.data))
  const hint = playlists.isError
    ? 'Your playlists could not be loaded.'
    : choices?.length === 0
      ? 'You have no playlists yet. Create one first.'
      : undefined
  return (
    <Field label="Playlist" hint={hint}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose a playlist</option>
          {choices?.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

const FormatFields = ({ chosen, onChange }: { chosen: Fields['formats']; onChange: (formats: Fields['formats']) => void }) => (
  <fieldset>
    <legend className="mb-1 font-medium text-13">Qualities</legend>
    {outputFormats.map((format) => (
      <Checkbox
        key={format}
        label={formatTable[format].label}
        checked={chosen.includes(format)}
        onCheckedChange={(isOn) => onChange(outputFormats.filter((each) => (each === format ? isOn : chosen.includes(each))))}
      />
    ))}
  </fieldset>
)
