import { defaultLimits, type SourceFacts } from '../probing/source-facts.ts'
import { speechRate } from '../speech/speech-rate.ts'
import { args } from './args.ts'
import { inputArguments } from './input-allowlist.ts'

/**
 * The audio of a file as 16-bit samples on stdout. Its clock starts at zero, so an audio track that begins late begins with silence, and gaps
 * are filled with it. Without facts the file is one of our renditions, whose clock is that of the viewers already.
 */
export function speechArguments(path: string, facts: SourceFacts | undefined): string[] {
  const shift = facts ? facts.origin - facts.start : 0
  const clock = facts?.audio?.counted ? 'asetpts=N/SR/TB,' : ''
  return args`
    -hide_banner -nostdin -nostats -loglevel level+error -max_error_rate 1
    -threads 1 ${Math.abs(shift) > 1e-6 ? args`-itsoffset ${(-shift).toFixed(6)}` : []}
    -vn -sn -dn ${inputArguments(path, defaultLimits.maxPixels)}
    -map 0:${facts?.audio?.index ?? 'a:0'}
    -af ${clock}aresample=${speechRate}:async=1:first_pts=0,aformat=sample_fmts=s16:channel_layouts=mono
    -t ${defaultLimits.maxSeconds} -f s16le pipe:1
  `
}
