/** Where what is known of videos is kept, for the pages that show it and those that change it. */
export const videoKeys = {
  lists: ['videos', 'list'],
  list: (query: object) => ['videos', 'list', query],
  one: (id: string, link: string | undefined) => ['videos', 'one', id, link ?? ''],
  streams: (id: string) => ['videos', 'stream', id],
  stream: (id: string, link: string | undefined, turn: object) => ['videos', 'stream', id, link ?? '', turn],
  links: (id: string) => ['videos', 'links', id],
} as const
