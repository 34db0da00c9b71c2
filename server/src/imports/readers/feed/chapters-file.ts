import type { Chapter } from '@video-forge/contract/text/chapters'
import * as z from 'zod'
import { readSeconds } from '../read-values.ts'

const chapter = z.object({
  startTime: z.union([z.number(), z.string()]).optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  toc: z.boolean().optional().catch(undefined),
})

/** The file that podcast:chapters names (JSON Chapters). */
export const chaptersFile = z.object({ chapters: z.array(chapter) })

/** One with toc: false only changes the picture. */
export function chapterOf({ startTime, title, toc }: z.infer<typeof chapter>): Chapter[] {
  const start = readSeconds(startTime)
  return start === null || !title || toc === false ? [] : [{ start, title }]
}
