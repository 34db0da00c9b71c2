const moment = '2016-05-04T03:02:01.000Z'
/** The ids of its videos on the site that it comes from. */
export const exportedIds = (count = 2): string[] =>
  Array.from({ length: count }, (_, index) => `0190a000-0000-7000-8000-0000000000${String(index + 1).padStart(2, '0')}`)

/** The files of an export of some videos, by their paths, as `tar` unpacks it. Its playlist has them in the opposite order. */
export function exportedTo(folder: string, count = 2): Record<string, string> {
  const ids = exportedIds(count)
  const account = {
    format: 'video-forge-export',
    version: 1,
    exportedAt: moment,
    site: 'https://eve.example',
    videoCount: count,
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
  const video = (id: string, index: number) => {
    const place = `${String(index + 1).padStart(4, '0')} Film`
    const record = { version: 1, id, title: `Film ${index + 1}`, tags: ['Sea'], visibility: 'public', allowDownload: false }
    return {
      [`${folder}/videos/${place}/480p.mp4`]: 'made quality',
      [`${folder}/videos/${place}/captions.de.vtt`]: 'WEBVTT',
      [`${folder}/videos/${place}/original.mp4`]: 'film',
      [`${folder}/videos/${place}/thumbnail.jpg`]: 'picture',
      [`${folder}/videos/${place}/video.json`]: JSON.stringify(record),
    }
  }
  return {
    [`${folder}/account.json`]: JSON.stringify({ ...account, account: { username: 'eve', email: 'eve@example.com', createdAt: moment } }),
    [`${folder}/playlists.json`]: JSON.stringify({ version: 1, playlists: [{ ...list, videoIds: ids.toReversed() }] }),
    ...Object.assign({}, ...ids.map(video)),
  }
}
