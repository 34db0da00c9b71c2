import type { Client } from 'pg'

/** As in migration 0030. */
const blockSize = 16_384
/** Videos whose numbers differ by this have the same length, rights and, in a block, the same text: 16 in each block. */
const kinds = 1024
/** The number of different texts; four blocks in a row have others. */
const maxTexts = 4 * kinds
const vocabulary = 200_000
/** Besides the one that all videos have; each of these is on about one video of a hundred. */
const differentTags = 2000
/** Stands for the number of a block, which every key begins with. */
const blockMark = '~'

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

/** The rank of a word that is said: of 1,000, some 340 are different, as in a talk. */
const spokenRank = (): number => Math.floor(Math.exp(Math.random() ** 3 * Math.log(vocabulary)))

/** A caption file of 1,000 words in 100 cues. */
function captionOf(text: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const cues = Array.from({ length: 100 }, (_, cue) => {
    const time = (seconds: number) => `00:${two(Math.floor(cue / 10))}:${two((cue % 10) * 6 + seconds)}.000`
    const said = Array.from({ length: 10 }, () => wordOf(spokenRank())).join(' ')
    const also = cue === 5 && text % 10 === 0 ? ' 今日の東京タワー' : cue === 6 && text % 50 === 0 ? ' grand harbour opening' : ''
    return `\n${time(0)} --> ${time(5)}\n${said}${also}\n`
  })
  return `WEBVTT\n${cues.join('')}`
}

/**
 * Videos with 20 tags and a caption of 1,000 words each, and their documents as triggers would write them, but for the number of a video among the keys of
 * its captions. Triggers are off, and the index comes last, like in a restore. Documents of one kind are made once for each block.
 */
export async function seedSearch(client: Client, count: number, ownerId: string, { isOneBlock = false } = {}): Promise<void> {
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '64MB'; set work_mem = '256MB'`,
  )
  await seedTexts(client, Math.min(maxTexts, Math.ceil(count / kinds) * kinds))
  await seedVideos(client, count, ownerId)
  await seedDocuments(client, count, isOneBlock ? count + 1 : blockSize)
  await client.query('set session_replication_role = origin')
  for (const table of ['videos', 'captions', 'search_documents']) await client.query(`vacuum analyze ${table}`)
}

/** Texts by number, and their keys as a document has them, with a mark for the block. */
async function seedTexts(client: Client, count: number): Promise<void> {
  await client.query('create temp table texts (n int primary key, content text, keys text)')
  for (let from = 0; from < count; from += 512) {
    const contents = Array.from({ length: 512 }, (_, index) => captionOf(from + index))
    await client.query(
      `insert into texts
       select n + $2 - 1, content, (
         select string_agg($3 || 'd' || lexeme, ' ')
         from unnest(search_lexemes('search_en'::regconfig, search_text(caption_text(content)))) lexeme)
       from unnest($1::text[]) with ordinality as made (content, n)`,
      [contents, from, blockMark],
    )
  }
  await client.query('analyze texts')
}

/** The number of a video is the end of its id. */
const idOf = (n: string, kind: '8' | '9') =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '7000${kind}000' || lpad(to_hex(${n}), 12, '0'))::uuid`
const numberOf = (id: string) => `('x' || right(${id}::text, 12))::bit(48)::bigint::int`
const textOf = (block: string, kind: string) => `(${block} * ${kinds} + ${kind}) % (select count(*) from texts)`

/** Twenty. */
const tagsOf = (kind: string) =>
  `(array(select 'tag' || (${kind} * 19 + i) % ${differentTags} from generate_series(1, 19) i) || '{sea}'::text[])`

async function seedVideos(client: Client, count: number, ownerId: string): Promise<void> {
  await client.query(
    `insert into videos (id, user_id, title, description, visibility, status, duration, tags)
     select ${idOf('n', '8')}, case when kind % 20 = 1 then $2::uuid else (select id from users where username = 'admin') end,
       'Clip number ' || n, 'One of many clips', case when kind % 5 = 1 then 'private' else 'public' end, 'ready', 10 + kind * 5, ${tagsOf('kind')}
     from generate_series(1, $1::int) n, lateral (select n % ${kinds} as kind) kinds`,
    [count, ownerId],
  )
  // With statistics, texts are looked up for one video after the other, so that rows are stored in the order of time.
  await client.query('analyze videos')
  await client.query(
    `insert into captions (id, video_id, language, label, source, content, bytes)
     select ${idOf('number', '9')}, videos.id, 'en', 'English', 'automatic', content, octet_length(content)
     from videos cross join lateral (select ${numberOf('videos.id')} as number offset 0) numbered
     join texts on texts.n = ${textOf(`(number / ${blockSize})`, `number % ${kinds}`)}`,
  )
}

const described = `array['clip', 'clips', 'number', 'one', 'of', 'many', 'mani']`

async function seedDocuments(client: Client, count: number, size: number): Promise<void> {
  const lastBlock = Math.floor(count / size)
  await client.query('select restart_search(); delete from search_rebuild; drop index search_documents_keys')
  await client.query(`delete from search_blocks where number > ${lastBlock}`)
  await client.query(`insert into search_languages values ('en') on conflict do nothing`)
  // Those of the first block have the filters of their kind.
  await client.query(
    `create temp table kinds as select videos as video, ${numberOf('id')} % ${kinds} as kind from videos order by id limit ${kinds}`,
  )
  await client.query(
    `create temp table documents as
     select block, kind, replace(texts.keys, '${blockMark}', block::text)::tsvector || array_to_tsvector(search_filter_keys(block::text, video)
       || search_keys(block || 'e', words) || search_keys(block || 'd', words)) as keys
     from generate_series(0, $1::int) block cross join kinds join texts on texts.n = ${textOf('block', 'kind')}
     cross join lateral (select ${described} || (video).tags as words) described`,
    [lastBlock],
  )
  await client.query('analyze documents')
  // In the transaction that empties a table, PostgreSQL writes no log of what it inserts.
  await client.query('begin; truncate search_documents')
  await client.query(
    `insert into search_documents
     select videos.id, videos.id, array_to_tsvector(search_filter_keys(block, videos) || (block || '@video')
       || search_keys(block || 'a', titled) || search_keys(block || 'b', titled || videos.tags)
       || search_keys(block || 'c', titled || videos.tags || ${described}))
     from videos cross join lateral (select ${numberOf('videos.id')} as number offset 0) numbered
     cross join lateral (select (number / ${size})::text as block, array['clip', 'number', number::text] as titled) parts`,
  )
  await client.query(
    `insert into search_documents
     select ${idOf('number', '9')}, videos.id, documents.keys
     from videos cross join lateral (select ${numberOf('videos.id')} as number offset 0) numbered
     join documents on block = number / ${size} and kind = number % ${kinds}`,
  )
  await client.query('create index search_documents_keys on search_documents using gin (keys) with (fastupdate = off)')
  await client.query('commit')
}
