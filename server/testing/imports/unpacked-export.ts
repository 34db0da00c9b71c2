const moment = '2016-05-04T03:02:01.000Z'
/** The ids of its videos on the site that it comes from. */
export const exportedIds = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'] as const
const [one, two] = exportedIds

/** The files of an export of two videos, by their paths, as `tar` unpacks it. */
export function exportedTo(folder: string): Record<string, string> {
  const account = {
    format: 'video-forge-export',
    version: 1,
    exportedAt: moment,
    site: 'https://eve.example',
    videoCount: 2,
    hasRenditions: true,
  }
  const list = {
    id: '0190a000-0000-7000-8000-000000000901',
    title: 'Trips',
    description: '',
    visibility: 'link',
    kind: 'list',
    createdAt: moment,
  }
  const video = (place: string, id: string) => ({
    [`${folder}/videos/${place}/480p.mp4`]: 'made quality',
    [`${folder}/videos/${place}/captions.de.vtt`]: 'WEBVTT',
    [`${folder}/videos/${place}/original.mp4`]: 'film',
    [`${folder}/videos/${place}/thumbnail.jpg`]: 'picture',
    [`${folder}/videos/${place}/video.json`]: JSON.stringify({
      version: 1,
      id,
      title: `Film ${place}`,
      tags: ['Sea'],
      visibility: 'public',
      allowDownload: false,
    }),
  })
  return {
    [`${folder}/account.json`]: JSON.stringify({ ...account, account: { username: 'eve', email: 'eve@example.com', createdAt: moment } }),
    [`${folder}/playlists.json`]: JSON.stringify({ version: 1, playlists: [{ ...list, videoIds: [two, one] }] }),
    ...video('0001 A', one),
    ...video('0002 B', two),
  }
}
