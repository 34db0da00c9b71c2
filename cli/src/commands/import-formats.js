/** Videos that a site does not take. */
export const otherEndings = new Set(
  'mpg mpeg mpe m1v m2v mpv vob wmv asf flv f4v ts mts m2ts m2t tod mod trp 3gp 3g2 ogv ogm rm rmvb divx mxf dv wtv amv'.split(' '),
)

/** @param {string} name */
const endingOf = (name) => /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Beside these a file called .ts is a piece of a stream, or the source of a program. */
const noRecordings = /\.m3u8$|\.d\.ts$|^(package|tsconfig)\.json$/i

/** The videos among the names of one folder that a site does not take, as it lists them for a folder of its own. @param {readonly string[]} names */
export function otherVideosIn(names) {
  const hasRecordings = !names.some((name) => noRecordings.test(name))
  return names.filter((name) => {
    const ending = endingOf(name)
    return !name.startsWith('.') && otherEndings.has(ending) && (ending !== 'ts' || hasRecordings)
  })
}

/** @param {string} name */
export const unsupportedFormat = (name) =>
  `Files of this kind (.${endingOf(name)}) cannot be imported. Convert it to MP4, MOV, AVI, MKV or WebM first.`
