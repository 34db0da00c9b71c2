import type { Request } from '@video-forge/contract/endpoints'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { chaptersInText, chaptersProblem } from '@video-forge/contract/text/chapters'
import { tagsInText, tagsProblem } from '@video-forge/contract/text/tags'
import { formatDuration } from '../../format/duration.ts'
import { type CaptionChoiceValues, captionChoiceOf, changedCaptionChoice } from '../captions/caption-choice-values.ts'
import { changedProtection, type ProtectionValues, protectionOf, protectionProblems } from './protection-values.ts'

export interface EditValues
  extends ProtectionValues,
    Pick<VideoDetails, 'title' | 'description' | 'visibility' | 'allowDownload' | 'showViews' | 'showHeat'> {
  /** Separated by commas. */
  tags: string
  /** One in each line: a time and a title. */
  chapters: string
  /** About automatic captions. */
  captionChoice: CaptionChoiceValues
}

type Change = Request<'PATCH /gallery/videos/{id}'>['body']

export const editValuesOf = (video: VideoDetails): EditValues => ({
  title: video.title,
  description: video.description,
  visibility: video.visibility,
  allowDownload: video.allowDownload,
  showViews: video.showViews,
  showHeat: video.showHeat,
  captionChoice: captionChoiceOf(video.captionChoice),
  ...protectionOf(video),
  tags: video.tags.join(', '),
  chapters: video.chaptersFrom === 'owner' ? video.chapters.map(({ start, title }) => `${formatDuration(start)} ${title}`).join('\n') : '',
})

export type EditProblems = Partial<Record<keyof EditValues, string | undefined>>

/** What the server would refuse. */
export function editProblems(values: EditValues, { duration }: VideoDetails): EditProblems {
  const { chapters, problem } = chaptersInText(values.chapters)
  return {
    title: values.title.trim() === '' ? 'Title is required' : undefined,
    tags: tagsProblem(tagsInText(values.tags)),
    chapters: problem ?? chaptersProblem(chapters, duration),
    ...protectionProblems(values),
  }
}

/** The change to send. Chapters are written in whole seconds, so those that were not touched are left as they are. */
export function changeOf(values: EditValues, video: VideoDetails): Change {
  const before = editValuesOf(video)
  const { title, description, visibility, allowDownload, showViews, showHeat } = values
  return {
    title,
    description,
    visibility,
    ...(values.tags !== before.tags && { tags: tagsInText(values.tags) }),
    ...(values.chapters !== before.chapters && { chapters: chaptersInText(values.chapters).chapters }),
    ...(allowDownload !== before.allowDownload && { allowDownload }),
    ...(showViews !== before.showViews && { showViews }),
    ...(showHeat !== before.showHeat && { showHeat }),
    ...changedProtection(values, before),
    ...changedCaptionChoice(values.captionChoice, before.captionChoice),
  }
}
