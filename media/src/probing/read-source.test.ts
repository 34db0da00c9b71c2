import { expect, it } from 'vitest'
import { PacketLog } from './packet-log.ts'
import { frameFromHeader, readProbe } from './read-probe.ts'
import { chooseVideo, readSource } from './read-source.ts'
import { defaultLimits } from './source-facts.ts'

const logOf = (packets: number): PacketLog => {
  const log = new PacketLog()
  for (let at = 0; at < packets; at += 1) {
    log.add(
      `        { "stream_index": 0, "pts_time": "${(at / 25).toFixed(6)}", "duration_time": "0.040000", "size": "100", "flags": "K_" },`,
    )
  }
  return log
}

it.each([
  { profile: 5, said: true },
  { profile: 8, said: false },
])('says that the colours of Dolby Vision profile $profile come out wrong: $said', ({ profile, said }) => {
  const probed = readProbe(
    JSON.stringify({
      streams: [
        {
          index: 0,
          codec_type: 'video',
          codec_name: 'hevc',
          width: 640,
          height: 360,
          pix_fmt: 'yuv420p10le',
          side_data_list: [{ side_data_type: 'DOVI configuration record', dv_profile: profile }],
        },
      ],
      format: { format_name: 'mov,mp4', duration: '0.2' },
    }),
  )
  if (!probed) throw new Error('The probe could not be read.')
  const log = logOf(5)
  const video = chooseVideo(probed, log)
  const facts = readSource({
    probed,
    log,
    video,
    audio: undefined,
    frames: [frameFromHeader(video)],
    damaged: false,
    size: 500,
    limits: defaultLimits,
  })
  expect(facts.notes.join().includes('Dolby Vision profile 5')).toBe(said)
})
