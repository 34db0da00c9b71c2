import { describe, expect, test } from 'vitest'
import type { Cue } from './cue.ts'
import { cleanSettings } from './cue-settings.ts'
import { cleanCueText, plainCueText } from './cue-text.ts'
import { decodeCaptions } from './decode-captions.ts'
import { languageInFileName } from './language-in-file-name.ts'
import { languageName, normalizeLanguage, taggedLanguage } from './languages.ts'
import { lineSentence, parseCaptions } from './parse-captions.ts'
import { toWebVtt, writeCaptions } from './write-captions.ts'

function cuesOf(text: string): Cue[] {
  const parsed = parseCaptions(text)
  if ('problem' in parsed) throw new Error(lineSentence(parsed.problem))
  return parsed.cues
}

const problemOf = (text: string) => {
  const parsed = parseCaptions(text)
  return 'problem' in parsed ? parsed.problem : undefined
}

const brief = (text: string) => cuesOf(text).map(({ start, end, text: said }) => [start, end, said])

describe('SubRip', () => {
  test.each([
    ['plain', '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nWorld\n'],
    ['CRLF and a byte order mark', '\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nWorld'],
    ['CR alone', '1\r00:00:01,000 --> 00:00:02,500\rHello\r\r2\r00:00:03,000 --> 00:00:04,000\rWorld'],
    ['without numbers', '00:00:01,000 --> 00:00:02,500\nHello\n\n00:00:03,000 --> 00:00:04,000\nWorld'],
    ['without blank lines', '1\n00:00:01,000 --> 00:00:02,500\nHello\n2\n00:00:03,000 --> 00:00:04,000\nWorld'],
    ['with dots and one digit', '1\n0:0:1.0-->0:0:2.5\nHello\n\n2\n00:03 --> 00:04\nWorld'],
    ['out of order', '9\n00:00:03,000 --> 00:00:04,000\nWorld\n\n1\n00:00:01,000 --> 00:00:02,500\nHello'],
    ['with coordinates', '1\n00:00:01,000 --> 00:00:02,500  X1:40 X2:600 Y1:20 Y2:50\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nWorld'],
    [
      'empty cues',
      '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:02,600 --> 00:00:02,900\n\n\n3\n00:00:03,000 --> 00:00:04,000\nWorld',
    ],
  ])('%s', (_, text) => {
    expect(brief(text)).toEqual([
      [1, 2.5, 'Hello'],
      [3, 4, 'World'],
    ])
  })

  test('a blank line inside a caption does not end it, and a number may be said', () => {
    expect(brief('1\n00:00:01,000 --> 00:00:02,000\nHow many?\n\n42\n\n2\n00:00:03,000 --> 00:00:04,000\nYes')).toEqual([
      [1, 2, 'How many?\n42'],
      [3, 4, 'Yes'],
    ])
  })

  test('hours beyond 99, overlapping, negative and reversed times', () => {
    const text = [
      '1\n100:00:01,000 --> 100:00:02,000\nlate',
      '2\n00:00:01,000 --> 00:00:09,000\nlong',
      '3\n00:00:02,000 --> 00:00:03,000\ninside',
      '4\n-00:00:01,000 --> 00:00:01,000\nearly',
      '5\n-00:00:03,000 --> -00:00:01,000\nnever',
      '6\n00:00:08,000 --> 00:00:07,000\nreversed',
    ].join('\n\n')
    expect(brief(text)).toEqual([
      [0, 1, 'early'],
      [1, 9, 'long'],
      [2, 3, 'inside'],
      [8, 10, 'reversed'],
      [360_001, 360_002, 'late'],
    ])
    expect(parseCaptions(text)).toMatchObject({ notes: [{ line: 18 }, { line: 22 }] })
  })

  test('places of {\\an8} become settings, other override codes go', () => {
    const [cue] = cuesOf('1\n00:00:01,000 --> 00:00:02,000\n{\\an8}{\\pos(10,20)}Above\\Nthe picture')
    expect(cue).toMatchObject({ text: 'Above\nthe picture', settings: 'line:0' })
  })
})

describe('WebVTT', () => {
  const file = [
    'WEBVTT - talk',
    'Kind: captions',
    '',
    'STYLE',
    '::cue { background: url(https://evil.example) }',
    '',
    'REGION',
    'id:fred',
    '',
    'NOTE a comment',
    '1 --&gt; 2',
    '',
    'intro',
    '00:01.000 --> 00:02.000 align:start line:0 region:fred vertical:rl size:50%',
    '<v Roger>Hello <c.loud>there</c>',
    '',
    '123:00:03.000 --> 123:00:04.000',
    '- &lt;Hi&gt; <00:01.500><b>bold',
  ].join('\n')

  test('its cues with their places; styles, regions, comments and voices are left out', () => {
    expect(cuesOf(file)).toEqual([
      { start: 1, end: 2, text: 'Hello there', settings: 'line:0 align:start size:50%' },
      { start: 442_803, end: 442_804, text: '- &lt;Hi&gt; <b>bold</b>', settings: '' },
    ])
  })

  test('without an empty line after its head, and with text that has no time', () => {
    expect(brief('WEBVTT\n00:01.000 --> 00:02.000\nHello\n\nlost words\n\nid\n00:03.000 --> 00:04.000\nWorld')).toEqual([
      [1, 2, 'Hello'],
      [3, 4, 'World'],
    ])
    expect(parseCaptions('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n\nlost words')).toMatchObject({ notes: [{ line: 6 }] })
  })
})

test.each<[string, string, number]>([
  ['nothing', '', 1],
  ['prose', 'Dear all,\nthis is a letter.', 1],
  ['a file of bytes', 'PK\u0003\u0004\u0000\u0000', 1],
  ['a page', '<!doctype html>\n<!-- 1 -->\n', 1],
  ['a broken time', '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:0x,000 --> 00:00:04,000\nWorld', 6],
  ['a broken arrow', '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 -> 00:00:04,000\nWorld', 6],
  ['a caption without a time', '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\nWorld\n\n3\n00:00:05,000 --> 00:00:06,000\nEnd', 6],
  ['a broken time in WebVTT', 'WEBVTT\n\nNOTE x\n\n00:01.000 --> later\nHello', 5],
])('%s: the problem has the number of its line', (_, text, line) => {
  expect(problemOf(text)?.line).toBe(line)
})

describe('markup', () => {
  test.each([
    ['<b>Bold</b> and <i>italic', '<b>Bold</b> and <i>italic</i>'],
    ['<B><I>both</B></I>', '<b><i>both</i></b>'],
    ['<font color="red">red</font>', 'red'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<scr<b>ipt>alert(1)</scr</b>ipt>', '&lt;scr<b>ipt&gt;alert(1)&lt;/scr</b>ipt&gt;'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['I <3 you & 1 < 2 > 0', 'I &lt;3 you &amp; 1 &lt; 2 &gt; 0'],
    ['a --> b', 'a --&gt; b'],
    ['a\n\n\n<i>\n</i>\nb', 'a\nb'],
    ['<i>\nb\n</i>', '<i>b</i>'],
    ['x\u0000\u0007\u001b[31my\u2028z', 'x[31my\nz'],
    ['&#60;b&#62; &nbsp;&rlm;', '&lt;b&gt; \u00a0\u200f'],
    ['one<br/>two', 'one\ntwo'],
  ])('%j becomes %j', (raw, clean) => {
    expect(cleanCueText(raw)).toBe(clean)
    expect(cleanCueText(clean)).toBe(clean)
  })

  test('nothing that a browser would run survives, whatever the order of brackets', () => {
    const random = chance(7)
    const parts = [
      '<',
      '>',
      '/',
      'script',
      ' onload=x',
      'b',
      'i',
      'img',
      '&lt;',
      '&#60;',
      '"',
      '-->',
      '\n',
      '\u0000',
      '&',
      ';',
      'c.a',
      '00:01.000',
    ]
    for (let round = 0; round < 3000; round++) {
      const raw = Array.from({ length: Math.floor(random() * 14) }, () => parts[Math.floor(random() * parts.length)]).join('')
      const clean = cleanCueText(raw)
      expect(clean.replaceAll(/<\/?[biu]>/g, '')).not.toMatch(/[<>]|\n\n|&(?!amp;|lt;|gt;)/)
      expect(cleanCueText(clean), raw).toBe(clean)
    }
  })
})

test.each([
  ['line:0 position:10%,line-left align:start size:35%', 'line:0 position:10%,line-left align:start size:35%'],
  ['align:middle line:-1 line:84.66%,end', 'line:84.66%,end align:center'],
  ['size:120% position:x align:top vertical:rl region:a <b>', ''],
])('settings %j are kept as %j', (text, kept) => {
  expect(cleanSettings(text)).toBe(kept)
})

test('encodings: UTF-8, UTF-16 with and without a mark, Windows-1252', () => {
  const text = '1\n00:00:01,000 --> 00:00:02,000\nÄrger – “naïve” 日本'
  const utf16 = (order: 'le' | 'be', mark: boolean) => {
    const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
    return new Uint8Array(
      [...(mark ? [0xfeff] : []), ...units].flatMap((unit) => (order === 'le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
    )
  }
  expect(decodeCaptions(utf16('le', true))).toBe(text)
  expect(decodeCaptions(utf16('be', true))).toBe(text)
  expect(decodeCaptions(utf16('le', false))).toBe(text)
  expect(decodeCaptions(utf16('be', false))).toBe(text)
  expect(decodeCaptions(new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0x84]))).toBe('Ä')
  expect(decodeCaptions(new Uint8Array([0xc4, 0x72, 0x67, 0x65, 0x72, 0x20, 0x96, 0x20, 0x93, 0x94]))).toBe('Ärger – “”')
})

describe('what is written is read again', () => {
  const words = ['Hello', 'Ärger', '日本', 'a < b', 'R&D', '-->', '<i>no tag</i>', '42', '…', '🎬', "it's", 'עברית', '&amp;']
  const someCues = (seed: number): Cue[] => {
    const random = chance(seed)
    let at = 0
    return Array.from({ length: 1 + Math.floor(random() * 30) }, () => {
      at += random() * 4000 * (random() < 0.02 ? 1e5 : 1)
      const start = Math.round(at)
      const lines = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const said = Array.from({ length: 1 + Math.floor(random() * 4) }, () => words[Math.floor(random() * words.length)])
        return said.join(' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      })
      if (random() < 0.3) lines[0] = `<i>${lines[0]}</i>`
      const settings = random() < 0.3 ? 'line:10% align:left' : ''
      return { start: start / 1000, end: (start + 1 + Math.round(random() * 9000)) / 1000, text: lines.join('\n'), settings }
    })
  }

  test('WebVTT, always', () => {
    for (let seed = 0; seed < 300; seed++) {
      const cues = someCues(seed)
      expect(cuesOf(toWebVtt(cues))).toEqual(cues)
    }
  })

  test('SubRip, where no text looks like markup, times or a number', () => {
    for (let seed = 0; seed < 300; seed++) {
      const cues = someCues(seed)
        .filter(({ text }) => !/&|^\d+$/m.test(text))
        .map((cue) => ({ ...cue, settings: '' }))
      if (cues.length > 0) expect(cuesOf(writeCaptions(cues, 'srt'))).toEqual(cues)
    }
  })

  test('text without times and repetitions', () => {
    const cues = ['<i>One</i> &amp;\ntwo', 'three', 'three'].map((text, start) => ({ start, end: start + 1, text, settings: '' }))
    expect(writeCaptions(cues, 'txt')).toBe('One & two\nthree\n')
    expect(plainCueText('&amp;lt; <b>x</b>')).toBe('&lt; x')
  })
})

test('a file made to be slow is read in time', () => {
  const nasty = [
    '<'.repeat(500_000),
    '<b>'.repeat(200_000),
    '-->'.repeat(5),
    '&'.repeat(500_000),
    '{\\an8'.repeat(100_000),
    '1:'.repeat(300_000),
    `00:00:01,000 ${' '.repeat(100_000)}x`,
  ]
  for (const text of nasty) expect(parseCaptions(`1\n00:00:01,000 --> 00:00:02,000\n${text}`)).toBeDefined()
})

test.each([
  ['de', 'de'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['pt_br', 'pt-BR'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['und', 'und'],
  ['english', undefined],
  ['x', undefined],
  ['en-', undefined],
  ['"><script>', undefined],
])('the language %j is %j', (code, normal) => {
  expect(normalizeLanguage(code)).toBe(normal)
})

test.each([
  ['talk.de.srt', 'de'],
  ['talk.pt-BR.vtt', 'pt-BR'],
  ['Talk_en.srt', 'en'],
  ['My talk (German).srt', 'de'],
  ['talk.eng.forced.srt', 'en'],
  ['talk.srt', undefined],
  ['de.srt', undefined],
  ['Let it be.srt', undefined],
  ['My holiday in Spain.srt', undefined],
  ['What is love.de.srt', 'de'],
])('the file %s is in %s', (name, language) => {
  expect(languageInFileName(name)).toBe(language)
})

test.each([
  ['Let it be', 'Let it be.srt', undefined],
  ['Talk.about.it', 'Talk.about.it.srt', undefined],
  ['Talk.about.it', 'Talk.about.it.de.srt', 'de'],
  ['Learn German', 'Learn German.en.vtt', 'en'],
  ['Film', 'Film.en.sdh.srt', 'en'],
  ['Film', 'Film.sdh.srt', undefined],
  ['Film', 'Film.en.hi.srt', 'en'],
  ['Film', 'Film.hi.srt', 'hi'],
  ['Film', 'Film.pt-BR.forced.srt', 'pt-BR'],
  ['Film', 'Film.default.eng.cc.srt', 'en'],
  ['Film', 'Film.Director speaks.fr.srt', 'fr'],
  ['Film', 'Film.Brazilian Portuguese.srt', 'pt-BR'],
  ['Film', 'Film (English).srt', 'en'],
  ['Clip [id]', 'Clip [id].en-orig.vtt', 'en'],
  ['Clip [id]', 'Clip [id].de-en.vtt', 'de'],
  ['Clip [id]', 'Clip [id].en-eEY6OEpapPo.vtt', 'en'],
  ['Clip [id]', 'Clip [id].zh-Hant-TW.vtt', 'zh-Hant-TW'],
  ['Clip [id]', 'Clip [id].live_chat.vtt', undefined],
  ['E\u0301te\u0301', '\u00c9t\u00e9.fr.srt', 'fr'],
  ['FILM', 'film.de.srt', 'de'],
  ['captions', 'captions.pt-BR.2.vtt', 'pt-BR'],
])('beside the video %s the file %s is in %s', (video, name, language) => {
  expect(languageInFileName(name, video)).toBe(language)
})

test('a file may name no language', () => {
  expect([undefined, 'und', 'zxx', 'mul', '???', 'eng'].map(taggedLanguage)).toEqual([...Array(5).fill(undefined), 'en'])
})

test('languages have names', () => {
  expect([languageName('de'), languageName('und'), languageName('pt-BR')]).toEqual(['German', 'Unknown language', 'Brazilian Portuguese'])
})

/** A small repeatable source of chance. */
function chance(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 16807) % 2_147_483_647
    return state / 2_147_483_647
  }
}
