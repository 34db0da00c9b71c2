import type { ImportRequest } from '@video-forge/contract/imports'

const hostOf = (address: string): string => {
  const typed = /^https?:/i.test(address) ? address : `https://${address}`
  return URL.canParse(typed) ? new URL(typed).host : 'another site'
}

/** What people read above the report of an import. */
export function importTitle(request: ImportRequest): string {
  switch (request.kind) {
    case 'urls':
      return 'Import of a list'
    case 'feed':
      return `Import of a feed of ${hostOf(request.url)}`
    case 'peertube':
    case 'mediacms':
      return `Import from ${hostOf(request.url)}`
    case 'archive':
      return `Import of an export from ${hostOf(request.url)}`
    case 'folder':
      return request.path === '' ? 'Import of a folder' : `Import of the folder ${request.path.slice(-80)}`
    case 's3':
      return `Import of the bucket ${request.bucket}`
  }
}
