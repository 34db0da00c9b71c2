/** What deleting a video does, for the question before it. */
export const videoDeletion = (title: string): string => `This deletes "${title}" and all its files for good. Links to it stop working.`

export const videoDeleted = 'The video was deleted.'
