import { execFile } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeSource, playsInBrowsers } from '../../probing/describe-source.ts'
import { Refusal } from '../../probing/refusal.ts'
import { defaultLimits } from '../../probing/source-facts.ts'
import { clipFolder, makeClip, moving, quickH264, testMediaTools, tone, turnClip } from '../../testing/clips.ts'
import { probeFile } from './probe-file.ts'

const folder = clipFolder()
const mediaTools = await testMediaTools()
const signal = new AbortController().signal
const probe = (name: string) => probeFile(mediaTools, folder.path(name), signal)

async function refusalOf(name: string, limits = defaultLimits): Promise<Refusal> {
  const outcome = await probeFile(mediaTools, folder.path(name), signal, limits).catch((error: unknown) => error)
  if (!(outcome instanceof Refusal)) throw new Error(`${name} was not refused: ${String(outcome)}`)
  expect(outcome.message).toMatch(/^[A-Z].*\.$/)
  expect(outcome.message).not.toContain(folder.path(''))
  return outcome
}

beforeAll(async () => {
  await makeClip(folder.path('plain.mp4'), ...moving('320x180', 25, 1), ...tone(1), ...quickH264, '-c:a', 'aac', '-movflags', '+faststart')
})

describe('probing', () => {
  it('describes a plain video', async () => {
    const facts = await probe('plain.mp4')
    expect(describeSource(facts)).toMatchObject({
      width: 320,
      height: 180,
      resolution: '320x180',
      videoCodec: 'h264',
      audioCodec: 'aac',
      frameRate: 25,
      container: 'mp4',
      rotation: 0,
      hdr: false,
    })
    expect(facts.duration).toBeCloseTo(1, 1)
    expect(facts.video.frames).toBe(25)
    expect(playsInBrowsers(facts)).toBe(true)
  })

  it('counts from the first picture, and leaves no file to browsers that count from nothing', async () => {
    const late = ['-vf', 'setpts=PTS+10/TB', '-fps_mode', 'passthrough', ...quickH264]
    await makeClip(folder.path('late.mp4'), ...moving('320x180', 25, 2), ...late)
    const facts = await probe('late.mp4')
    expect([facts.origin, facts.duration]).toEqual([expect.closeTo(10, 1), expect.closeTo(2, 1)])
    expect(playsInBrowsers(facts)).toBe(false)
  })

  it('sees a turned picture with oblong pixels as a person does', async () => {
    await makeClip(folder.path('sar.mp4'), ...moving('320x180', 25, 0.4), '-vf', 'setsar=4/3', ...quickH264)
    await turnClip(folder.path('sar.mp4'), folder.path('turned.mp4'))
    expect((await probe('turned.mp4')).video).toMatchObject({ rotation: 270, shown: { width: 180, height: 427 } })
  })

  it('counts no pictures of VP8 that are never shown', async () => {
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
    const film = [...moving('160x90', 25, 4), ...coding, '-deadline', 'good', '-passlogfile', folder.path('passes')]
    for (const pass of ['1', '2']) await makeClip(folder.path('hidden.webm'), ...film, '-pass', pass)
    const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-show_entries', 'packet=pts_time', folder.path('hidden.webm')])
    expect(stdout.match(/pts_time/g)?.length).toBeGreaterThan(103)
    const { video } = await probe('hidden.webm')
    expect(video).toMatchObject({ frames: 100, frameSpacing: 'constant', rate: { num: 25, den: 1 }, untidyTimes: false })
    expect(video.keyFrames[0]).toBe(0)
  })

  it('takes the moving track, not the cover beside it', async () => {
    await makeClip(
      folder.path('cover.mkv'),
      ...[
        '-f',
        'lavfi',
        '-i',
        'color=red:s=64x64:d=0.04',
        ...moving('320x180', 25, 0.4),
        '-map',
        '0',
        '-map',
        '1',
        ...quickH264,
        '-c:v:0',
        'png',
        '-pix_fmt:v:0',
        'rgb24',
      ],
    )
    expect((await probe('cover.mkv')).video).toMatchObject({ index: 1, frames: 10 })
  })

  it('leaves out sound in a codec outside the list, and says so', async () => {
    await makeClip(folder.path('odd-sound.mkv'), ...moving('64x64', 10, 0.5), ...tone(0.5), '-c:v', 'mpeg4', '-c:a', 'dfpwm')
    const facts = await probe('odd-sound.mkv')
    expect(facts.audio).toBeUndefined()
    expect(facts.notes.join()).toContain('(dfpwm) cannot be read, so the videos will be silent')
  })

  it('reads the language of the audio track that is used; none where the file does not say it', async () => {
    const sounds = [...moving('64x64', 10, 0.4), ...tone(0.4), ...tone(0.4), '-map', '0:v', '-map', '1:a', '-map', '2:a', ...quickH264]
    const tags = [
      '-metadata:s:a:0',
      'language=ger',
      '-metadata:s:a:1',
      'language=eng',
      '-disposition:a:0',
      '0',
      '-disposition:a:1',
      'default',
    ]
    for (const name of ['two.mp4', 'two.mkv']) {
      await makeClip(folder.path(name), ...sounds, '-c:a', 'aac', ...tags)
      expect((await probe(name)).audio).toMatchObject({ index: 2, language: 'eng' })
    }
    expect(['und', undefined]).toContain((await probe('plain.mp4')).audio?.language)
  })

  it('does not believe minutes of sound beside a second of picture', async () => {
    const dts = ['-c:v', 'mpeg4', '-c:a', 'dca', '-strict', '-2', '-ar', '48000', '-ac', '2']
    await makeClip(folder.path('dts.avi'), ...moving('64x64', 10, 1), ...tone(1), ...dts)
    const facts = await probe('dts.avi')
    expect(facts.audio).toMatchObject({ codec: 'dts', counted: true })
    expect(Math.abs(facts.duration - 1)).toBeLessThan(0.1)
  })

  it('finds the sound behind a second of pictures, without decoding them all', async () => {
    const late = ['-c:v', 'mpeg4', '-c:a', 'aac', '-g', '10', '-max_interleave_delta', '0', '-chunk_duration', '1000000']
    await makeClip(folder.path('chunks.mp4'), ...moving('64x64', 60, 2), ...tone(2), ...late)
    expect((await probe('chunks.mp4')).audio).toMatchObject({ codec: 'aac' })
  })

  it('sees what is interlaced, 10 bit, 4:4:4 and of varying rate', async () => {
    await makeClip(
      folder.path('lace.avi'),
      ...moving('320x240', 50, 0.4),
      '-vf',
      'interlace',
      '-flags',
      '+ilme+ildct',
      '-c:v',
      'mpeg2video',
    )
    expect((await probe('lace.avi')).video.interlaced).toBe(true)
    await makeClip(folder.path('deep.mkv'), ...moving('320x180', 25, 0.2), '-pix_fmt', 'yuv444p10le', '-c:v', 'ffv1')
    expect((await probe('deep.mkv')).video).toMatchObject({ bitDepth: 10, chroma: '4:4:4' })
    await makeClip(
      folder.path('vfr.mkv'),
      ...moving('320x180', 90, 1),
      '-vf',
      "select='not(mod(n,7))+not(mod(n,11))'",
      '-fps_mode',
      'vfr',
      ...quickH264,
    )
    expect((await probe('vfr.mkv')).video.frameSpacing).not.toBe('constant')
  })
})

/** Which of the two a text is depends on what this version of ffmpeg takes it for. */
const eitherOfTwo = /^(unsupported-format|not-a-video)$/

describe('what is not a video is refused with a reason', () => {
  it.each([
    [
      'playlist.mp4',
      () => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://${folder.path('plain.mp4')}\n#EXT-X-ENDLIST\n`,
      eitherOfTwo,
    ],
    ['concat.mp4', () => `ffconcat version 1.0\nfile plain.mp4\n`, 'unsupported-format'],
    ['subtitle.mp4', () => '1\n00:00:00,000 --> 00:00:01,000\nhello\n', 'unsupported-format'],
    ['svg.mp4', () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', eitherOfTwo],
    ['words.mp4', () => 'just words', 'not-a-video'],
  ])('%s', async (name, text, cause) => {
    await writeFile(folder.path(name), text())
    expect((await refusalOf(name)).refusal).toMatch(cause)
  })

  it('an empty file, noise, and half a file without its index', async () => {
    await writeFile(folder.path('empty.mp4'), '')
    expect((await refusalOf('empty.mp4')).refusal).toBe('empty-file')
    await writeFile(folder.path('noise.mp4'), Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * at * 31 + at * 7) & 255)))
    expect((await refusalOf('noise.mp4')).refusal).toBe('not-a-video')
    await makeClip(folder.path('late.mp4'), '-i', folder.path('plain.mp4'), '-c', 'copy')
    await writeFile(folder.path('half.mp4'), (await readFile(folder.path('late.mp4'))).subarray(0, 20_000))
    expect((await refusalOf('half.mp4')).refusal).toBe('damaged')
  })

  it('sound alone, with or without a cover', async () => {
    await makeClip(folder.path('song.mp4'), ...tone(0.5), '-c:a', 'aac')
    expect((await refusalOf('song.mp4')).refusal).toBe('audio-only')
    await makeClip(
      folder.path('album.m4a'),
      ...[
        ...tone(0.5),
        '-f',
        'lavfi',
        '-i',
        'color=red:s=64x64:d=0.04',
        '-map',
        '0',
        '-map',
        '1',
        '-c:a',
        'aac',
        '-c:v',
        'mjpeg',
        '-disposition:v',
        'attached_pic',
      ],
    )
    expect((await refusalOf('album.m4a')).refusal).toBe('audio-only')
  })

  it('an AVI with a codec that is not on the list', async () => {
    await makeClip(folder.path('odd.avi'), ...moving('320x180', 10, 0.3), '-c:v', 'asv1')
    const refused = await refusalOf('odd.avi')
    expect(refused.refusal).toBe('unsupported-codec')
    expect(refused.message).toContain('asv1')
  })

  it('a picture of 100000 x 2, and one whose header promises more pixels than anybody has', { timeout: 60_000 }, async () => {
    await makeClip(folder.path('wide.mkv'), ...moving('320x180', 10, 0.2), '-vf', 'scale=100000:2', '-c:v', 'ffv1')
    expect((await refusalOf('wide.mkv')).refusal).toBe('too-many-pixels')
    await makeClip(
      folder.path('bomb.mkv'),
      '-f',
      'lavfi',
      '-i',
      'color=black:s=16000x9000:r=1:d=1',
      '-c:v',
      'ffv1',
      '-frames:v',
      '1',
      '-pix_fmt',
      'gray',
    )
    expect((await refusalOf('bomb.mkv')).refusal).toBe('too-many-pixels')
  })

  it('what is longer than allowed; an absurd length in the header alone is not believed', async () => {
    expect((await refusalOf('plain.mp4', { ...defaultLimits, maxSeconds: 0.5 })).refusal).toBe('too-long')
    expect((await refusalOf('plain.mp4', { ...defaultLimits, maxFrames: 10 })).refusal).toBe('too-many-frames')
    const bytes = await readFile(folder.path('plain.mp4'))
    const at = bytes.indexOf('mvhd') + 4 + 16
    bytes.writeUInt32BE(0x7fffffff, at)
    await writeFile(folder.path('endless.mp4'), bytes)
    expect((await probe('endless.mp4')).duration).toBeCloseTo(1, 1)
  })
})

describe('what can be read is taken, whatever it is called', () => {
  it('a wrong extension and a file that breaks off', async () => {
    await copyFile(folder.path('plain.mp4'), folder.path('plain.avi'))
    expect((await probe('plain.avi')).container).toBe('mp4')
    const bytes = await readFile(folder.path('plain.mp4'))
    await writeFile(folder.path('broken-off.mp4'), bytes.subarray(0, Math.floor(bytes.length * 0.6)))
    const facts = await probe('broken-off.mp4')
    expect(facts.video.frames).toBeGreaterThan(5)
    expect(facts.video.frames).toBeLessThan(25)
  })
})
