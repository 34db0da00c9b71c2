/** The groups of calls in the OpenAPI description, in the order of its page. A call belongs to the last group whose pattern its path matches. */
const groups = [
  { name: 'Uploads', description: 'Send a file, in one request or resumable, and make a video of it.', paths: /^\/(upload|metadata)\b/ },
  { name: 'Jobs', description: 'Plan, start, follow and stop the making of a video, and save its files.', paths: /^\/jobs\b/ },
  { name: 'Videos', description: 'Find, watch and change videos.', paths: /^\/(gallery|people|stock|trash|videos)\b/ },
  { name: 'Captions', description: 'Captions, automatic captions and what is said.', paths: /\/(captions|transcript)\b/ },
  {
    name: 'Playlists',
    description: 'Lists of videos in an order, Watch later, and what you have watched.',
    paths: /\/playlists\b|^\/account\/history\b/,
  },
  { name: 'Statistics', description: 'What viewers did.', paths: /\/(plays|statistics)$/ },
  {
    name: 'Sharing',
    description: 'Links to private videos, protected playback and embedding.',
    paths: /\/(links|unlock|signing-keys|oembed)\b/,
  },
  {
    name: 'Tasks',
    description: 'Long work: imports, bulk changes and exports, with a report for each item.',
    paths: /^\/(tasks|account\/exports)\b/,
  },
  { name: 'Imports', description: 'Move in from folders, S3, lists, feeds, PeerTube and MediaCMS.', paths: /^\/imports\b/ },
  { name: 'Webhooks', description: 'Calls to your server when something happens.', paths: /^\/account\/webhooks?\b/ },
  { name: 'Keys', description: 'API keys for programs. Only people can make them.', paths: /^\/account\/keys\b/ },
  { name: 'Accounts', description: 'Signing up and in, sessions and settings. Only for people, not for keys.', paths: /^\/(auth|site)\b/ },
  { name: 'Administration', description: 'For admins: users, jobs, storage, statistics and the state of the site.', paths: /\/admin\b/ },
] as const

export const groupTags = groups.map(({ name, description }) => ({ name, description }))

export function groupOf(path: string): string {
  const group = groups.findLast(({ paths }) => paths.test(path))
  if (!group) throw new Error(`No group in the API description for ${path}`)
  return group.name
}
