import type { Request } from '@video-forge/contract/endpoints'
import { defaultFormats, type OutputFormat } from '@video-forge/contract/rules/formats'
import type { ImportKind, ImportVisibility, subfolderUses } from '@video-forge/contract/rules/import-rules'

export type ImportBody = Request<'POST /imports'>['body']

/** What people have filled in, for all kinds at once: who looks at another kind loses nothing. */
export interface ImportValues {
  kind: ImportKind
  list: string
  feed: string
  peertube: string
  mediacms: string
  archive: string
  token: string
  path: string
  subfolders: (typeof subfolderUses)[number]
  endpoint: string
  bucket: string
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  visibility: ImportVisibility
  formats: readonly OutputFormat[]
  playlist: string
}

export const emptyImport: ImportValues = {
  kind: 'peertube',
  list: '',
  feed: '',
  peertube: '',
  mediacms: '',
  archive: '',
  token: '',
  path: '',
  subfolders: 'tags',
  endpoint: '',
  bucket: '',
  prefix: '',
  region: '',
  accessKeyId: '',
  secretAccessKey: '',
  visibility: 'keep',
  formats: defaultFormats,
  playlist: '',
}

/** A field that was left empty is not sent. */
const filled = <Name extends string>(name: Name, value: string): { [Key in Name]?: string } =>
  value.trim() === '' ? {} : ({ [name]: value.trim() } as { [Key in Name]?: string })

export function importBody(values: ImportValues): ImportBody {
  const { kind, visibility, formats, token } = values
  const shared = { visibility, formats: [...formats], ...filled('playlist', values.playlist) }
  switch (kind) {
    case 'urls':
      return { kind, list: values.list, ...shared }
    case 'feed':
    case 'archive':
      return { kind, url: values[kind].trim(), ...shared }
    case 'peertube':
    case 'mediacms':
      return { kind, url: values[kind].trim(), ...filled('token', token), ...shared }
    case 'folder':
      return { kind, path: values.path, subfolders: values.subfolders, ...shared }
    case 's3':
      return {
        kind,
        bucket: values.bucket.trim(),
        prefix: values.prefix.trim(),
        accessKeyId: values.accessKeyId.trim(),
        secretAccessKey: values.secretAccessKey.trim(),
        ...filled('endpoint', values.endpoint),
        ...filled('region', values.region),
        // Servers other than Amazon's rarely have a host name for each bucket.
        pathStyle: values.endpoint.trim() !== '',
        subfolders: values.subfolders === 'tags' ? 'tags' : 'nothing',
        ...shared,
      }
  }
}

/** What is missing, as a sentence; the server checks the rest. */
export function importProblem(values: ImportValues): string | undefined {
  if (values.kind === 'urls' && values.list.trim() === '') return 'Paste addresses, or choose a CSV file.'
  if (
    (values.kind === 'feed' || values.kind === 'peertube' || values.kind === 'mediacms' || values.kind === 'archive') &&
    values[values.kind].trim() === ''
  )
    return 'Enter an address.'
  if (values.kind === 's3' && [values.bucket, values.accessKeyId, values.secretAccessKey].some((value) => value.trim() === ''))
    return 'Enter the bucket and both keys.'
  return values.formats.length === 0 ? 'Choose at least one format.' : undefined
}
