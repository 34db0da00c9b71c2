/** The query keys of videos. */
export const videoKeys = {
  lists: ['videos', 'list'],
  list: (query: object) => ['videos', 'list', query],
  one: (id: string, link: string | undefined) => ['videos', 'one', id, link ?? ''],
  streams: (id: string) => ['videos', 'stream', id],
  stream: (id: string, link: string | undefined, request: object) => ['videos', 'stream', id, link ?? '', request],
  links: (id: string) => ['videos', 'links', id],
} as const
