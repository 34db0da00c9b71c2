import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const ignored = new Set(read('.gitignore').match(/^[\w.-]+(?=\/$)/gm))
const isTracked = (name: string): boolean => name !== '.git' && !ignored.has(name)
const topLevelFolders = readdirSync(root).filter((name) => isTracked(name) && statSync(join(root, name)).isDirectory())

const markdownIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return isTracked(entry.name) ? markdownIn(path) : []
    return entry.name.endsWith('.md') ? [relative(root, path)] : []
  })
const pages = markdownIn(root)

const withoutFences = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '')
const withoutCode = (text: string): string => withoutFences(text).replaceAll(/`[^`]*`/g, '`')

/** Anchors as GitHub makes them from headings. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...withoutFences(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

function brokenLinks(page: string, text = read(page)): string[] {
  const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  const isBroken = (target: string): boolean => {
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor)
  }
  return targets.filter((target) => !/^[a-z]+:/.test(target) && isBroken(target))
}

/** `media/src/{probing,planning}` names two folders. */
function expandBraces(path: string): string[] {
  const [, before = '', list, after = ''] = /^(.*?)\{([^{}]+)\}(.*)$/.exec(path) ?? []
  return list === undefined ? [path] : list.split(',').flatMap((choice) => expandBraces(before + choice.trim() + after))
}

function missingPaths(text: string): string[] {
  const spans = [...withoutFences(text).matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span)
  const paths = spans.filter((span) => topLevelFolders.includes(span.split('/')[0] ?? '') && span.includes('/') && !/[<>*…]/.test(span))
  return paths.filter((path) => expandBraces(path).some((each) => !existsSync(join(root, each))))
}

/** Names and words the code has given up for the terms of the field. Database objects that keep theirs stand in backticks. */
const formerWords =
  /\b(workshop|fences|teller|audience|ears?|tell|tells|told|welcomes?|rounds|chores?|site-turn|shelf|shelves|borrow\w*|NotToBeParted|WrongRendition|stretch(es|ed)?|pieces?|likelyCuts|kept-answers|hand-over|hang-up|prepared-answer|what-we-open|telling-still|only-pictures|stills|sound-plan|job-depth|act-sentences|tallies|use-act|empty-trash|beats?|paces?|is-away|StorageAway|away|make-part|help-with-parts|keepCheckpoints|forge-(video|stretch|rest)|forgeInParts|whoever|rooms?|houses?|walls?|can not|takers?|parted|in line)\b/gi
const formerNames =
  /\b(workshop|fences|teller|SourceShelf|ClipShelf|NotToBeParted|WrongRendition|likelyCuts|kept-answers|hand-over|hang-up|prepared-answer|what-we-open|telling-still|only-pictures|sound-plan|backup\/keep|job-depth|act-sentences|use-act|empty-trash|is-away|StorageAway|make-part|help-with-parts|keepCheckpoints|forge-(video|stretch|rest)|forgeInParts|startRounds|openWorkshop)\b/g

function privateWords(text: string): string[] {
  const prose = withoutCode(text).replaceAll(/\]\([^)]*\)/g, ']')
  return [...(prose.match(formerWords) ?? []), ...(text.match(formerNames) ?? [])]
}

test('finds every page', () => {
  expect(pages).toEqual(
    expect.arrayContaining([
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'docs/overview.md',
      'docs/developers/README.md',
      'docs/scale.md',
    ]),
  )
  expect(topLevelFolders).toEqual(expect.arrayContaining(['contract', 'media', 'server', 'web', 'docs', 'deploy', 'tests']))
})

test('finds what is wrong in a page', () => {
  const links = '[a](../README.md) [b](../README.md#run-it) [c](gone.md) [d](../README.md#gone) [e](https://example.com)'
  expect(brokenLinks('docs/planted.md', links)).toEqual(['gone.md', '../README.md#gone'])
  expect(missingPaths('`server/src/main.ts` `server/src/gone.ts` `media/src/{planning,gone}` `server/src/<any>` `gone/x`')).toEqual([
    'server/src/gone.ts',
    'media/src/{planning,gone}',
  ])
  expect(privateWords('The chores of `discarded_files`, see `jobs/empty-trash.ts`.')).toEqual(['chores', 'empty-trash'])
})

describe.each(pages)('%s', (page) => {
  test('links only to what exists', () => expect(brokenLinks(page)).toEqual([]))
  test('names only files and folders that exist', () => expect(missingPaths(read(page))).toEqual([]))
  test('uses the words of the glossary', () => expect(privateWords(read(page))).toEqual([]))
})

test('the glossary is short and explains each term once', () => {
  const [, glossary = ''] = /^## Glossary$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(read('CONTRIBUTING.md')) ?? []
  const terms = [...glossary.matchAll(/^\| (?!term |---)([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '))
  expect(terms.length).toBeGreaterThan(15)
  expect(terms.length).toBeLessThanOrEqual(30)
  expect(new Set(terms).size).toBe(terms.length)
})

test('every configuration variable is in the README, and no other', () => {
  const inCode = new Set(read('server/src/config.ts').match(/(?<=')[A-Z][A-Z0-9_]{3,}(?=')/g))
  const [, table = ''] = /^## Configure it$([\s\S]*?)^## /m.exec(read('README.md')) ?? []
  const names = [...table.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z0-9_]+/g) ?? [])
  expect(names.toSorted()).toEqual([...inCode].toSorted())
})
