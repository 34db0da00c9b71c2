/** The query keys of videos. */
export const videoKeys = {
  lists: ['videos', 'list'],
  list: (query: object) => ['videos', 'list', query],
  more: (id: string, lists: readonly object[]) => ['videos', 'list', 'more', id, lists],
  /** With every link. */
  anyOf: (id: string) => ['videos', 'one', id],
  one: (id: string, link: string | undefined) => ['videos', 'one', id, link ?? ''],
  streams: (id: string) => ['videos', 'stream', id],
  stream: (id: string, link: string | undefined, request: object) => ['videos', 'stream', id, link ?? '', request],
  suggestions: (q: string) => ['suggestions', q],
  tagSuggestions: (q: string) => ['suggestions', 'tags', q],
  person: (username: string) => ['people', username],
  downloads: (id: string, link: string | undefined) => ['videos', 'downloads', id, link ?? ''],
  automaticCaptions: ['captions', 'automatic'],
  captions: (id: string) => ['videos', 'captions', id],
  transcript: (id: string, captionId: string, version: string) => ['videos', 'transcript', id, captionId, version],
  editedTranscript: (id: string, captionId: string, attempt: number) => ['videos', 'edited transcript', id, captionId, attempt],
  links: (id: string) => ['videos', 'links', id],
} as const
