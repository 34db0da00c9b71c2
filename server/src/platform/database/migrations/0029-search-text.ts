import { type Kysely, sql } from 'kysely'

/** As in migration 0022. */
const spaceless =
  '\\u0E01-\\u0E7F\\u0E80-\\u0FFF\\u1000-\\u11FF\\u1780-\\u17D3\\u3005-\\u3007\\u3041-\\u3096\\u3099-\\u30FA\\u30FC-\\u318F' +
  '\\u31F0-\\u31FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFF66-\\uFFDC\\U00020000-\\U0003FFFF'

const signs = `<>&/\\\\@.:;,_+-='"|()[]{}#*~!?%^$`

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Languages with a stemmer of PostgreSQL. Older versions of it have fewer. */
const stemmers: Record<string, string> = {
  ...{ ar: 'arabic', hy: 'armenian', eu: 'basque', ca: 'catalan', da: 'danish', nl: 'dutch', en: 'english', et: 'estonian', fi: 'finnish' },
  ...{ fr: 'french', de: 'german', el: 'greek', hi: 'hindi', hu: 'hungarian', id: 'indonesian', ga: 'irish', it: 'italian' },
  ...{ lt: 'lithuanian', ne: 'nepali', nb: 'norwegian', nn: 'norwegian', no: 'norwegian', pt: 'portuguese', ro: 'romanian', ru: 'russian' },
  ...{ sr: 'serbian', es: 'spanish', sv: 'swedish', ta: 'tamil', tr: 'turkish', yi: 'yiddish' },
}

/** How texts become words for the search in every word: the same for what is stored and for what people search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [code, language] of Object.entries(stemmers)) await createConfiguration(db, `search_${code}`, language)
  await sql`
    create function search_config(language text) returns regconfig language sql stable parallel safe as $$
      select coalesce(
        (select oid::regconfig from pg_ts_config
          where cfgname = 'search_' || lower(split_part(language, '-', 1)) and cfgnamespace = 'public'::regnamespace),
        'simple'::regconfig)
    $$`.execute(db)

  // Captions as they are read aloud: without times and markup.
  await sql`
    create function caption_text(content text) returns text language sql immutable parallel safe as ${sql.lit(
      `select regexp_replace(content, '^WEBVTT|[0-9:.]+ --> [^\\n]*|</?[biu]>|&(amp|lt|gt);', ' ', 'g')`,
    )}`.execute(db)
  await sql`
    create function without_accents(text) returns text language sql immutable parallel safe as ${sql.lit(
      `select normalize(regexp_replace(normalize($1, NFD), '[\\u0300-\\u036F]', '', 'g'), NFC)`,
    )}`.execute(db)

  // Runs of letters without spaces become pairs of letters that overlap. Words with accents are searched without them, too.
  await sql`
    create function search_text(raw text) returns text language plpgsql immutable parallel safe as ${sql.lit(`
    declare
      words text := raw;
      plain text;
    begin
      if raw ~ '[^\\x01-\\x7F]' then
        words := normalize(raw, NFC);
        plain := without_accents(words);
        if plain <> words then words := words || ' ' || plain; end if;
        if words ~ '[${spaceless}]' then
          words := regexp_replace(words, '[${spaceless}]+', ' ', 'g') || ' ' || (
            select string_agg(substr(run[1], place, 2), ' ')
            from regexp_matches(words, '[${spaceless}]+', 'g') as runs (run), generate_series(1, length(run[1])) place);
        end if;
      end if;
      return translate(words, ${literal(signs)}, '${' '.repeat(signs.length)}');
    end`)}`.execute(db)

  // In chunks, because PostgreSQL refuses a text with more than a megabyte of words; so much is also the most that is stored of one.
  await sql`
    create function search_lexemes(config regconfig, words text) returns text[] language sql stable parallel safe as $$
      select coalesce(array_agg(lexeme), '{}') from (
        select lexeme, sum(octet_length(lexeme) + 12) over (order by lexeme) as bytes from (
          select distinct unnest(tsvector_to_array(to_tsvector(config, substr(words, n * 100000 + 1, 100000)))) as lexeme
          from generate_series(0, length(words) / 100000) n
        ) found where length(lexeme) <= 60
      ) counted where bytes <= 800000
    $$`.execute(db)
}

/** Stems without a list of stop words: people search for 'the who', and a site may have little else. */
async function createConfiguration(db: Kysely<unknown>, name: string, language: string): Promise<void> {
  const { rows } = await sql`
    select from pg_ts_dict where dictname = ${`${language}_stem`} and dictnamespace = 'pg_catalog'::regnamespace`.execute(db)
  if (rows.length === 0) return
  const id = sql.id(name)
  await sql`create text search dictionary ${id} (template = pg_catalog.snowball, language = ${sql.lit(language)})`.execute(db)
  await sql`create text search configuration ${id} (copy = pg_catalog.simple)`.execute(db)
  await sql`
    alter text search configuration ${id}
      alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part with ${id}`.execute(db)
}
