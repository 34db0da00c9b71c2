import * as z from 'zod'

/** What the OpenAPI description shows for a field of text, by the name of the field. */
const examples: Record<string, string> = {
  accessKeyId: 'AKIA…',
  accessToken: 'eyJhbGciOiJIUzI1NiJ9…',
  action: 'user.disable',
  activity: 'ada started the job Harbour at dawn',
  actor: 'admin',
  authUrl: 'https://accounts.google.com/o/oauth2/v2/auth?…',
  audioCodec: 'aac',
  body: '{"id":"0198…","event":"job.completed",…}',
  bucket: 'old-films',
  bucketName: 'videos',
  challengeName: 'EMAIL_OTP',
  code: '482913',
  confirmationCode: '482913',
  container: 'mp4',
  content: 'WEBVTT\n\n00:01.000 --> 00:03.000\nGood morning.\n',
  contentType: 'video/mp4',
  currentPassword: 'Correct-Horse-1',
  description: 'Filmed from the pier.',
  device: 'Firefox on Linux',
  downloadUrl: 'https://video.example.com/storage/…',
  embedDomains: '*.example.com',
  email: 'ada@example.com',
  error: 'There is no such video.',
  event: 'job.completed',
  field: 'outputFormats',
  filename: 'harbour.mp4',
  folders: '/srv/films',
  grant: 'unlock.3…',
  headers: 'application/json',
  host: 'worker-1',
  html: '<iframe src="https://video.example.com/embed/…"></iframe>',
  id: 'file-1',
  idToken: 'eyJhbGciOiJIUzI1NiJ9…',
  input_source: 'https://example.com/harbour.mp4',
  inputSource: 'https://example.com/harbour.mp4',
  invitation: 'q3Zt…',
  kind: 'rendition',
  label: 'English',
  language: 'en',
  languages: 'en',
  line: '0%',
  list: 'url,title,date\nhttps://example.com/harbour.mp4,Harbour at dawn,2019-05-01',
  markup: 'Good <i>morning</i>.',
  message: 'Done.',
  mimeType: 'video/mp4',
  name: 'nightly upload',
  newEmail: 'ada@example.org',
  newPassword: 'Battery-Staple-2',
  notes: 'The subtitles in track 4 are pictures and were not kept.',
  otpCode: '482913',
  password: 'Correct-Horse-1',
  path: 'Trips/2019',
  permissions: 'jobs:create',
  picture: 'harbour.jpg',
  playlist: 'Trips',
  prefix: 'vf_k3Jd9a',
  provider_name: 'Video Forge',
  provider_url: 'https://video.example.com',
  publicKey: '-----BEGIN PUBLIC KEY-----…',
  reason: 'Already H.264 in this size.',
  referrer: 'https://example.com/blog',
  refreshToken: 'mJ2h…',
  region: 'eu-central-1',
  removedBy: 'admin',
  resolution: '1920x1080',
  resumableUrl: 'https://video.example.com/resumable/…',
  role: 'user',
  s3Key: 'uploads/0d4c…/harbour.mp4',
  secret: 'vf_k3Jd9a…',
  secretAccessKey: 'wJal…',
  session: 'b7f9…',
  settings: 'align:start',
  source: 'Harbour at dawn',
  source_name: 'harbour.mp4',
  srt: 'https://video.example.com/media/…/en.srt',
  state: 'Zx8k…',
  status: 'ok',
  streamUrl: 'https://video.example.com/media/…/720p.mp4',
  tags: 'travel',
  text: 'Good morning.',
  thumbnail: 'https://video.example.com/media/…/thumbnail.jpg',
  thumbnail_url: 'https://video.example.com/media/…/thumbnail.jpg',
  timeAgo: '2 minutes ago',
  title: 'Harbour at dawn',
  token: 'eyJhbGciOiJFZERTQSJ9…',
  txt: 'https://video.example.com/media/…/en.txt',
  type: 'video/mp4',
  types: 'video/mp4',
  uploadUrl: 'https://video.example.com/storage/uploads/…',
  url: 'https://video.example.com/…',
  user_email: 'ada@example.com',
  username: 'ada',
  verdict: 'Passed',
  version: '7.0',
  videoCodec: 'h264',
  videoTitle: 'Harbour at dawn',
  videoUrl: 'https://video.example.com/video/0d4c…',
  vtt: 'https://video.example.com/media/…/en.vtt',
  search: 'harbour',
  q: 'harbour dawn',
  tag: 'travel',
  owner: 'ada',
}

const schema = z.looseObject({})
type Json = z.infer<typeof schema>

/** Whether the schema says nothing about the text that a field takes. A text without a name is the body of a file, or a list of any keys. */
const isFreeText = (value: Json, name: string): boolean =>
  name !== '' && value['type'] === 'string' && ['enum', 'const', 'format', 'examples'].every((name) => value[name] === undefined)

/** Parameters have no examples, because pages for trying calls would send them. */
const withoutExamples = new Set(['parameters', 'securitySchemes', 'propertyNames'])

/** Calls back for each field of free text in the bodies and answers of a description. */
function eachFreeText(value: unknown, name: string, visit: (field: Json, name: string) => void): void {
  if (Array.isArray(value)) for (const item of value) eachFreeText(item, name, visit)
  const { success, data } = schema.safeParse(value)
  if (!success) return
  if (isFreeText(data, name)) visit(value as Json, name)
  for (const [key, inner] of Object.entries(data)) {
    if (withoutExamples.has(key)) continue
    const fields = key === 'properties' ? schema.safeParse(inner).data : undefined
    if (fields) for (const [field, of] of Object.entries(fields)) eachFreeText(of, field, visit)
    else eachFreeText(inner, name, visit)
  }
}

/** The description with an example for each field of free text that has one. */
export function withExamples<Document>(document: Document): Document {
  eachFreeText(document, '', (field, name) => {
    if (name in examples) field['examples'] = [examples[name]]
  })
  return document
}

/** The fields of free text in a description that have no example. */
export function missingExamples(document: unknown): string[] {
  const missing = new Set<string>()
  eachFreeText(document, '', (_field, name) => missing.add(name))
  return [...missing]
}
