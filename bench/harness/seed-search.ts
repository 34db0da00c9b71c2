import type { Client } from 'pg'

/** The number of different texts: more than half of a block, so that words are spread as on a real site. */
const maxTexts = 10_000
const vocabulary = 200_000

const syllables =
  'ba be bi bo ca ce co da de di do fa fe fi fo ga go ha he hi ho ja jo ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa so ta te ti to va ve vi vo wa we wi wo za ze zo'.split(
    ' ',
  )

/** The word of a rank: one syllable for the most frequent, three for most. */
export function wordOf(rank: number): string {
  let word = ''
  for (let rest = rank; rest > 0; rest = Math.floor(rest / syllables.length)) word += syllables[rest % syllables.length]
  return `${word}x`
}

/**
 * Videos with a caption of 1,000 words each, of which the word of rank n is said n times more seldom than the first. A text belongs to many
 * videos, and each video has documents of its own, as triggers would write them; these are off, and indexes come last, like in a restore.
 */
export async function seedSearch(client: Client, count: number, ownerId: string): Promise<void> {
  const texts = Math.min(count, maxTexts)
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
  )
  await client.query(
    'create temp table words (rank int primary key, word text); create temp table texts (n int primary key, content text, lexemes text[])',
  )
  const words = Array.from({ length: vocabulary }, (_, rank) => wordOf(rank + 1))
  await client.query('insert into words select rank, word from unnest($1::text[]) with ordinality as w (word, rank)', [words])
  await client.query(
    `insert into texts (n, content)
     select n, 'WEBVTT' || chr(10) || string_agg(
       format(E'\\n00:%s:%s.000 --> 00:%s:%s.000\\n%s%s\\n', to_char(c / 10, 'FM00'), to_char(c % 10 * 6, 'FM00'),
         to_char(c / 10, 'FM00'), to_char(c % 10 * 6 + 5, 'FM00'), said,
         case when c = 5 and n % 10 = 0 then ' 今日の東京タワー' when c = 6 and n % 50 = 0 then ' grand harbour opening' else '' end), '' order by c)
     from (
       select n, c, string_agg(word, ' ') as said
       from generate_series(1, $1::int) n cross join generate_series(0, 99) c cross join generate_series(1, 10) w
       cross join lateral (select floor(exp(random() * ln(${vocabulary})) + 0 * (n + c + w))::int as rank) drawn
       join words using (rank) group by n, c
     ) cues group by n`,
    [texts],
  )
  await client.query(`update texts set lexemes = search_lexemes('search_en'::regconfig, search_text(caption_text(content)))`)
  await seedVideos(client, count, texts, ownerId)
  await seedDocuments(client, texts)
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze videos')
  await client.query('vacuum analyze captions')
  await client.query('vacuum analyze search_documents')
}

/** The number of a video is the end of its id. */
const idOf = (n: string, kind: '8' | '9') =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '7000${kind}000' || lpad(to_hex(${n}), 12, '0'))::uuid`
const numberOf = (id: string) => `('x' || right(${id}::text, 12))::bit(48)::bigint`

async function seedVideos(client: Client, count: number, texts: number, ownerId: string): Promise<void> {
  await client.query(
    `insert into videos (id, user_id, title, description, visibility, status, duration, tags)
     select ${idOf('n', '8')}, case when n % 20 = 1 then $2::uuid else (select id from users where username = 'admin') end,
       'Clip number ' || n, 'One of many clips', case when n % 5 = 1 then 'private' else 'public' end, 'ready', 10 + n % 5000, '{sea}'
     from generate_series(1, $1::int) n`,
    [count, ownerId],
  )
  await client.query(
    `insert into captions (id, video_id, language, label, source, content, bytes)
     select ${idOf('v', '9')}, ${idOf('v', '8')}, 'en', 'English', 'automatic', content, octet_length(content)
     from generate_series(1, $1::int) v join texts on texts.n = v % $2::int + 1`,
    [count, texts],
  )
}

async function seedDocuments(client: Client, texts: number): Promise<void> {
  await client.query('select restart_search(); delete from search_rebuild; drop index search_documents_keys')
  await client.query(`insert into search_languages values ('en') on conflict do nothing`)
  const described = `array['clip', 'clips', 'number', 'one', 'of', 'many', 'mani', 'sea', (${numberOf('videos.id')})::text]`
  // In the transaction that empties a table, PostgreSQL writes no log of what it inserts.
  await client.query('begin; truncate search_documents')
  await client.query(
    `insert into search_documents
     select videos.id, videos.id, array_to_tsvector(search_filter_keys(block, videos) || (block || '@video')
       || search_keys(block || 'a', described[1:3]) || search_keys(block || 'b', described[1:3] || '{sea}') || search_keys(block || 'c', described))
     from videos, lateral (select search_block(videos.id)::text as block, ${described} as described) parts`,
  )
  await client.query(
    `insert into search_documents
     select captions.id, videos.id, array_to_tsvector(search_filter_keys(block, videos)
       || search_keys(block || 'e', described) || search_keys(block || 'd', described || lexemes))
     from captions join videos on videos.id = video_id join texts on texts.n = ${numberOf('videos.id')} % $1::int + 1,
       lateral (select search_block(videos.id)::text as block, ${described} as described) parts`,
    [texts],
  )
  await client.query('create index search_documents_keys on search_documents using gin (keys) with (fastupdate = off)')
  await client.query('commit')
}
