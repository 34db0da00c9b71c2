import type { ImportKind } from '@video-forge/contract/rules/import-rules'
import { classNames } from '../../ui/class-names.ts'

const kinds: Record<ImportKind, { name: string; hint: string }> = {
  peertube: { name: 'PeerTube', hint: 'A site, an account or a channel' },
  mediacms: { name: 'MediaCMS', hint: 'A site or a person' },
  feed: { name: 'Feed', hint: 'RSS, Atom or a podcast' },
  urls: { name: 'List', hint: 'Addresses or a CSV file' },
  archive: { name: 'Video Forge', hint: 'An export of an account' },
  folder: { name: 'Folder', hint: 'A folder of the server' },
  s3: { name: 'S3', hint: 'A bucket or a part of it' },
}

interface KindChoiceProps {
  offered: readonly ImportKind[]
  value: ImportKind
  onChange: (kind: ImportKind) => void
}

/** Where from. The native radio buttons bring the keyboard with them. */
export const KindChoice = ({ offered, value, onChange }: KindChoiceProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 font-medium text-13">Import from</legend>
    <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      {offered.map((kind) => (
        <label
          key={kind}
          className={classNames(
            'flex min-h-14 cursor-pointer items-center gap-3 rounded-control border px-3 py-2 transition-colors',
            kind === value ? 'border-ember bg-selected' : 'border-line hover:bg-sunken',
          )}
        >
          <input
            type="radio"
            name="kind"
            checked={kind === value}
            onChange={() => onChange(kind)}
            className="size-4 shrink-0 accent-ember"
          />
          <span className="flex min-w-0 flex-col">
            <span className="font-medium text-14">{kinds[kind].name}</span>
            <span className="text-12 text-muted">{kinds[kind].hint}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
