import { newId } from '../../src/platform/database/new-id.ts'
import type { Site } from '../site.ts'

/** Every file of a finished video, by the name in its address. */
const mediaNames = [
  'master.m3u8',
  '480p.m3u8',
  '480p.mp4',
  'original',
  'thumbnail.jpg',
  'card.webp',
  'preview.gif',
  'storyboard.jpg',
  'storyboard.vtt',
] as const

/** A finished public video with captions: its rows, and files of a few bytes. */
export async function addFinishedVideo(
  { sql }: Site,
  userId: string,
  put: (key: string, content: string) => Promise<void>,
): Promise<{ id: string; captionId: string; names: string[] }> {
  const [id, captionId] = [newId(), newId()]
  const key = (name: string) => `videos/${id}/1/${name}`
  await sql.query(
    `insert into videos (id, user_id, title, description, visibility, status, duration, width, height, original_key, original_mime, shared_key, shared_checked_at)
     values ($1, $2, 'Zeppelin harbour', 'Moored at dawn', 'public', 'ready', 4, 854, 480, $3, 'video/mp4', $3, now())`,
    [id, userId, key('original')],
  )
  await sql.query(`insert into jobs (id, user_id, input_source, output_formats, status) values ($1, $2, 'x', '{480p}', 'COMPLETED')`, [
    id,
    userId,
  ])
  const index = { initBytes: 4, segments: [{ offset: 4, bytes: 4, seconds: 4 }], codecs: ['avc1.64001e'] }
  const assets: [string, string, string, object][] = [
    ['TRANSCODE_480', '480p.mp4', 'video/mp4', { frameRate: 25, index }],
    ['THUMBNAIL', 'thumbnail.jpg', 'image/jpeg', { card: key('card.webp') }],
    ['GIF', 'preview.gif', 'image/gif', {}],
    ['STORYBOARD', 'storyboard.jpg', 'image/jpeg', { track: key('storyboard.vtt') }],
    ['ORIGINAL', 'original', 'video/mp4', {}],
  ]
  for (const [type, name, contentType, details] of assets) {
    await sql.query(
      `insert into assets (id, job_id, asset_type, storage_key, filename, content_type, file_size, width, height, details)
       values ($1, $2, $3, $4, $5, $6, 8, 854, 480, $7)`,
      [newId(), id, type, key(name), name, contentType, JSON.stringify(details)],
    )
    await put(key(name), 'contents')
  }
  for (const name of ['card.webp', 'storyboard.vtt']) await put(key(name), 'contents')
  await sql.query(
    `insert into captions (id, video_id, language, label, source, is_default, content, bytes)
     values ($1, $2, 'en', 'English', 'uploaded', true, $3, 60)`,
    [captionId, id, 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nThe xylophone sleeps\n'],
  )
  const captions = ['vtt', 'srt', 'txt', 'm3u8'].map((ending) => `captions-${captionId}.${ending}`)
  return { id, captionId, names: [...mediaNames, ...captions] }
}
