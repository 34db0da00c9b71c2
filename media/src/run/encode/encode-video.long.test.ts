import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { args } from '../../arguments/args.ts'
import { masterPlaylist, mediaPlaylist } from '../../mp4/hls-playlist.ts'
import type { Format } from '../../planning/formats.ts'
import { makePlan } from '../../planning/make-plan.ts'
import { clipFolder, decoded, makeClip, moving, quickH264, testMediaTools, tone, turnClip } from '../../testing/clips.ts'
import { probeFile } from '../inspect/probe-file.ts'
import { type EncodedVideo, encodeVideo } from './encode-video.ts'
import type { JobProgress } from './progress-meter.ts'

const clips = clipFolder()
const mediaTools = await testMediaTools()
const never = new AbortController().signal

async function encode(input: string, chosen: readonly Format[], seen: JobProgress[] = []): Promise<EncodedVideo & { folder: string }> {
  const plan = makePlan(await probeFile(mediaTools, input, never), chosen, mediaTools.machine)
  const folder = await mkdtemp(clips.path('job-'))
  return {
    ...(await encodeVideo(mediaTools, plan, input, folder, { signal: never, onProgress: (progress) => seen.push(progress) })),
    folder,
  }
}

/** Mean grey of a corner (left top, 8 × 8 grid) of the first picture: enough to know which way is up. */
async function corners(path: string): Promise<number[]> {
  const grey = await decoded(path, '-frames:v', '1', '-vf', 'scale=8:8:flags=area,format=gray', '-f', 'rawvideo', '-')
  return [0, 7, 56, 63].map((at) => grey[at] ?? -1)
}

describe('a whole job', () => {
  it('makes every asset of a plain clip and one set of aligned, indexed files', async () => {
    const input = await makeClip(
      clips.path('plain.mkv'),
      ...moving('1280x720', 10, 3),
      ...tone(3),
      ...quickH264,
      '-g',
      '300',
      '-crf',
      '12',
      '-c:a',
      'libmp3lame',
    )
    const seen: JobProgress[] = []
    const job = await encode(input, ['1080p', '720p', '480p'], seen)
    expect(job.renditions.map(({ format, width, height, frames }) => [format, width, height, frames])).toEqual([
      ['720p', 1280, 720, 30],
      ['480p', 854, 480, 30],
    ])
    const [top, low] = job.renditions
    expect(top?.index.segments.map(({ seconds }) => seconds)).toEqual(low?.index.segments.map(({ seconds }) => seconds))
    expect(top?.index.codecs).toEqual([expect.stringMatching(/^avc1\.6400/), 'mp4a.40.2'])
    expect(top?.ssim).toBeGreaterThan(0.9)
    expect((await readdir(job.folder)).sort()).toEqual([
      'card.webp',
      'metadata.json',
      'preview.gif',
      'storyboard.jpg',
      'storyboard.vtt',
      'thumbnail.jpg',
      'video-480p.mp4',
      'video-720p.mp4',
    ])
    expect((await stat(job.preview)).size).toBeLessThanOrEqual(3_000_000)
    const raw = ['-pix_fmt', 'gray', '-f', 'rawvideo', '-']
    expect((await decoded(job.card ?? '', ...raw)).length).toBe(640 * 360)
    expect((await readFile(job.card ?? '')).subarray(8, 12).toString()).toBe('WEBP')
    expect(await readFile(job.storyboardTrack, 'utf8')).toMatch(/^WEBVTT\n\n00:00:00\.000 --> /)
    const metadata = await readFile(job.metadata, 'utf8')
    expect(metadata).not.toContain(job.folder)
    expect(JSON.parse(metadata)).toMatchObject({
      source: { resolution: '1280x720' },
      measured: { renditions: [{ format: '720p' }, { format: '480p' }] },
    })
    const shares = seen.map(({ done }) => done)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)

    // The playlists made of the index play in ffmpeg: every frame is there.
    for (const { path, index } of job.renditions) {
      await writeFile(`${path}.m3u8`, mediaPlaylist(index, basename(path)))
    }
    const variants = job.renditions.map((one) => ({ ...one, uri: `${basename(one.path)}.m3u8`, codecs: one.index.codecs }))
    await writeFile(join(job.folder, 'master.m3u8'), masterPlaylist(variants))
    const counted = await decoded(join(job.folder, 'master.m3u8'), '-map', '0:v:0', '-f', 'framecrc', '-')
    expect(
      counted
        .toString()
        .split('\n')
        .filter((line) => /^\d/.test(line)),
    ).toHaveLength(30)
  })

  it('begins a group on every rung where the source has a change of scene', async () => {
    const input = await makeClip(
      clips.path('scenes.mkv'),
      ...moving('640x480', 30, 1.3),
      ...['-f', 'lavfi', '-i', 'smptehdbars=s=640x480:r=30:d=0.5', '-filter_complex', '[0:v][1:v]concat=2[out]', '-map', '[out]'],
      ...[
        '-c:v',
        'libx264',
        '-preset',
        'superfast',
        '-pix_fmt',
        'yuv444p',
        '-g',
        '45',
        '-x264-params',
        'keyint=45',
        '-force_key_frames',
        '0.1,1.3',
      ],
    )
    const plan = makePlan(await probeFile(mediaTools, input, never), ['480p'], mediaTools.machine)
    const small = plan.rungs.map((rung) => ({ ...rung, format: '720p' as const, size: { width: 320, height: 240 } }))
    const folder = await mkdtemp(clips.path('job-'))
    const both = await encodeVideo(mediaTools, { ...plan, rungs: [...plan.rungs, ...small] }, input, folder, { signal: never })
    expect(both.renditions).toHaveLength(2)
    for (const { index } of both.renditions) expect(index.segments.map(({ seconds }) => seconds.toFixed(1))).toEqual(['1.3', '0.5'])
  })

  it('copies what is compatible and still makes the thumbnails', async () => {
    const input = await makeClip(
      clips.path('ready.mp4'),
      ...moving('640x360', 25, 2),
      ...tone(2),
      ...args`-c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a aac`,
    )
    const job = await encode(input, ['480p'])
    expect(job.renditions).toMatchObject([{ action: 'copy', ssim: 1, frames: 50, width: 640 }])
    expect((await readdir(job.folder)).sort()).toContain('thumbnail.jpg')
  })

  it('turns a phone video upright', async () => {
    const flat = await makeClip(
      clips.path('flat.mp4'),
      ...['-f', 'lavfi', '-i', 'color=black:s=320x180:r=25:d=0.6', '-vf', 'drawbox=0:0:160:90:white:fill', ...quickH264],
    )
    const turned = await turnClip(flat, clips.path('phone.mp4'))
    const [rendition] = (await encode(turned, ['480p'])).renditions
    expect(rendition).toMatchObject({ width: 180, height: 320 })
    expect(await corners(rendition?.path ?? '')).toEqual((await corners(turned)).map((value) => expect.closeTo(value, -1)))
  })

  it('keeps picture and sound in step when the sound starts late, from the first moment on', async () => {
    const plain = await makeClip(clips.path('step.mp4'), ...moving('320x180', 25, 1.5), ...tone(1.5), ...quickH264, '-c:a', 'aac')
    const late = await makeClip(
      clips.path('late.mp4'),
      '-i',
      plain,
      '-itsoffset',
      '0.8',
      '-i',
      plain,
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-c',
      'copy',
    )
    const [rendition] = (await encode(late, ['480p'])).renditions
    const audio = await decoded(rendition?.path ?? '', '-map', '0:a', '-ac', '1', '-ar', '1000', '-f', 's16le', '-')
    const loud = Array.from({ length: audio.length / 2 }, (_, at) => Math.abs(audio.readInt16LE(at * 2))).findIndex((value) => value > 500)
    expect(loud / 1000).toBeGreaterThan(0.75)
    expect(loud / 1000).toBeLessThan(0.87)
  })

  it('keeps every frame of a source of varying rate at its time', async () => {
    const input = await makeClip(
      clips.path('vfr.mkv'),
      ...[...moving('320x180', 90, 2), '-vf', "select='not(mod(n,7))+not(mod(n,11))'", '-fps_mode', 'vfr', '-c:v', 'ffv1'],
    )
    const facts = await probeFile(mediaTools, input, never)
    const [rendition] = (await encode(input, ['480p'])).renditions
    expect(rendition?.frames).toBe(facts.video.frames)
    expect(rendition?.duration).toBeCloseTo(facts.duration, 1)
  })

  it('takes VP8, of which some pictures are never shown', async () => {
    const coding = [
      '-c:v',
      'libvpx',
      '-auto-alt-ref',
      '1',
      '-lag-in-frames',
      '25',
      '-arnr-maxframes',
      '7',
      '-b:v',
      '200k',
      '-cpu-used',
      '4',
    ]
    const film = [...moving('160x90', 25, 4), ...coding, '-deadline', 'good', '-passlogfile', clips.path('passes')]
    for (const pass of ['1', '2']) await makeClip(clips.path('hidden.webm'), ...film, '-pass', pass)
    const job = await encode(clips.path('hidden.webm'), ['480p'])
    expect(job.renditions).toMatchObject([{ frames: 100 }])
    expect(job.notes.filter((note) => note.includes('missing'))).toEqual([])
  })

  it('takes MPEG-4 in which many packets only say that nothing has changed', async () => {
    const input = await makeClip(clips.path('still.avi'), ...moving('160x90', 15, 6), '-c:v', 'mpeg4')
    const bytes = await readFile(input)
    // Chunks with a picture that refers to others, in the second of the one before.
    const pictures = [...bytes.toString('latin1').matchAll(/00dc/g)].map(({ index }) => index + 13)
    const still = pictures.filter((at, number) => number % 4 === 3 && bytes[at - 2] === 0xb6 && (bytes[at - 1] ?? 0) >> 5 === 2)
    // After the kind of picture, its second and four bits of its time.
    for (const at of still) bytes[at] = (bytes[at] ?? 0) & ~0x40
    await writeFile(input, bytes)
    const job = await encode(input, ['480p'])
    expect(still.length).toBeGreaterThan(10)
    expect(job.renditions).toMatchObject([{ frames: 90 - still.length }])
    expect(job.renditions[0]?.duration).toBeCloseTo(6, 1)
  })

  it.each([
    ['one frame', moving('320x180', 25, 0.04), 1],
    ['a fifth of a second', moving('320x180', 25, 0.2), 5],
    ['three pixels', [...moving('64x64', 25, 0.4), '-vf', 'scale=3:3'], 10],
  ])('takes %s', async (_, source, frames) => {
    const input = await makeClip(clips.path(`tiny-${frames}.mkv`), ...source, '-pix_fmt', 'yuv444p', '-c:v', 'ffv1')
    const job = await encode(input, ['720p'])
    expect(job.renditions).toMatchObject([{ frames }])
  })

  it('shows no black picture when there is another', async () => {
    const input = await makeClip(
      clips.path('intro.mp4'),
      ...[
        '-f',
        'lavfi',
        '-i',
        'color=black:s=320x180:r=10:d=3',
        ...moving('320x180', 10, 1),
        '-filter_complex',
        '[0][1]concat=n=2:v=1',
        ...quickH264,
      ],
    )
    const grey = await decoded((await encode(input, ['480p'])).thumbnail, '-vf', 'scale=1:1:flags=area,format=gray', '-f', 'rawvideo', '-')
    expect(grey[0]).toBeGreaterThan(60)
  })

  it('stops soon when aborted', async () => {
    const second = await makeClip(clips.path('second.mp4'), ...moving('1280x720', 30, 1), ...quickH264, '-crf', '10')
    const input = await makeClip(clips.path('long.mp4'), '-stream_loop', '7', '-i', second, '-c', 'copy')
    const plan = makePlan(await probeFile(mediaTools, input, never), ['720p', '480p'], mediaTools.machine)
    const abort = new AbortController()
    const run = encodeVideo(mediaTools, plan, input, await mkdtemp(clips.path('job-')), { signal: abort.signal })
    setTimeout(() => abort.abort(new Error('enough')), 700)
    await expect(run).rejects.toThrow('enough')
  })
})
