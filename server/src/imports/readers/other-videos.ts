/** Written once more in the command line, as the folders that are skipped. */
export const otherEndings: ReadonlySet<string> = new Set(
  'mpg mpeg mpe m1v m2v mpv vob wmv asf flv f4v ts mts m2ts m2t tod mod trp 3gp 3g2 ogv ogm rm rmvb divx mxf dv wtv amv'.split(' '),
)

const endingOf = (name: string): string => /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Beside these a file called .ts is a piece of a stream, or the source of a program. */
const noRecordings = /\.m3u8$|\.d\.ts$|^(package|tsconfig)\.json$/i

/** The videos among the names of one folder that this product does not take. */
export function otherVideosIn(names: readonly string[]): string[] {
  const hasRecordings = !names.some((name) => noRecordings.test(name))
  return names.filter((name) => {
    const ending = endingOf(name)
    return !name.startsWith('.') && otherEndings.has(ending) && (ending !== 'ts' || hasRecordings)
  })
}

export const unsupportedFormat = (name: string): string =>
  `Files of this kind (.${endingOf(name)}) cannot be imported. Convert it to MP4, MOV, AVI, MKV or WebM first.`
