import { expect, test } from 'vitest'
import { readDate, withoutMarkup } from './read-values.ts'

test.each([
  ['2015-10-05', '2015-10-05T00:00:00.000Z'],
  ['2015', '2015-01-01T00:00:00.000Z'],
  ['2015-10', '2015-10-01T00:00:00.000Z'],
  ['20151005', '2015-10-05T00:00:00.000Z'],
  ['20151005T060000Z', '2015-10-05T06:00:00.000Z'],
  ['2015/10/5', '2015-10-05T00:00:00.000Z'],
  ['2015-10-05 06:00', '2015-10-05T06:00:00.000Z'],
  ['2015-10-05 06:00:00Z', '2015-10-05T06:00:00.000Z'],
  ['2015-10-05 06:00:00 UTC', '2015-10-05T06:00:00.000Z'],
  ['2015-10-05 06:00:00+0200', '2015-10-05T04:00:00.000Z'],
  ['2015-10-05 06:00:00 +02:00', '2015-10-05T04:00:00.000Z'],
  ['2015-10-05T06:00:00.123456Z', '2015-10-05T06:00:00.123Z'],
  ['2015-10-05T06:00:00-05', '2015-10-05T11:00:00.000Z'],
  ['Mon, 05 Oct 2015 06:00:00 +0000', '2015-10-05T06:00:00.000Z'],
  ['Mon, 05 Oct 2015 06:00:00 CEST', '2015-10-05T04:00:00.000Z'],
  ['Mon, 05 Oct 2015 06:00:00 BST', '2015-10-05T05:00:00.000Z'],
  ['Mon, 05 Oct 2015 06:00:00 JST', '2015-10-04T21:00:00.000Z'],
  ['Mon, 05 Oct 2015 06:00:00 EDT', '2015-10-05T10:00:00.000Z'],
  ['Mon, 05 Oct 2015 06:00:00 XYZ', '2015-10-05T06:00:00.000Z'],
  ['Mon, 05 Oct 2015 06:00:00 constructor', '2015-10-05T06:00:00.000Z'],
  ['Mon, 05 Oct 2015 06:00 GMT', '2015-10-05T06:00:00.000Z'],
  ['Mon, 05 Oct 15 06:00:00 GMT', '2015-10-05T06:00:00.000Z'],
  ['05 Oct 99 06:00:00 GMT', '1999-10-05T06:00:00.000Z'],
  ['Mon, 5 Oct 2015', '2015-10-05T00:00:00.000Z'],
  ['Mon 5 Oct 2015 06:00:00 GMT', '2015-10-05T06:00:00.000Z'],
  ['Mon, 5  Oct 2015 06:00:00 GMT', '2015-10-05T06:00:00.000Z'],
  ['Monday, 05-Oct-15 06:00:00 UTC', '2015-10-05T06:00:00.000Z'],
  ['Thu, 3 Sept 2015 06:00:00 +0200 (CEST)', '2015-09-03T04:00:00.000Z'],
  ['Mon Oct  5 06:00:00 2015', '2015-10-05T06:00:00.000Z'],
  ['Mon Oct 05 06:00:00 CEST 2015', '2015-10-05T04:00:00.000Z'],
  ['Mon Oct 05 2015 06:00:00 GMT+0200 (Central European Summer Time)', '2015-10-05T04:00:00.000Z'],
  ['October 5, 2015', '2015-10-05T00:00:00.000Z'],
  ['Oct. 5, 2015 6:30 pm', '2015-10-05T18:30:00.000Z'],
  ['29 Feb 2016', '2016-02-29T00:00:00.000Z'],
])('%s is %s', (text, date) => {
  expect(readDate(text)).toBe(date)
})

test.each([
  '3/4/2025',
  '03.04.2025',
  '31 Feb 2015',
  '2015-02-31',
  '2015-10-05 25:00',
  '5 Abc 2015',
  'Wed, 30 Nov -0001 00:00:00 +0000',
  '0000-00-00 00:00:00',
  '',
  'yesterday',
  '1'.repeat(100_000),
  `${'a '.repeat(100_000)}2015`,
])('%.30s is no date', (text) => {
  expect(readDate(text)).toBeNull()
})

test.each([
  ['<p>A&nbsp;b &amp; c &#8230;</p>', 'A b & c …'],
  ['Tom &amp; Jerry&#8217;s &#x1F6A2;', 'Tom & Jerry’s \u{1F6A2}'],
  ['&Eacute;t&eacute; &ndash; &frac12; &yuml;&euro;', 'Été – ½ ÿ€'],
  ['It&#146;s &#0;&#xd800;old', 'It’s old'],
  ['&constructor; &bomb; AT&T &amp', '&constructor; &bomb; AT&T &amp'],
  ['Write &lt;b&gt; for bold', 'Write <b> for bold'],
  ['<h2>One</h2><p>Two</p><ul><li>Three</li></ul>', 'One\nTwo\nThree'],
  ['see <https://example.com/x?a=1&amp;b=2> or <ada@example.com>', 'see https://example.com/x?a=1&b=2 or ada@example.com'],
  ['if 3 < 5 and 7 > 2, I <3 you', 'if 3 < 5 and 7 > 2, I <3 you'],
  ['<a href="https://example.com">here</a>', 'here'],
])('the text of %j is %j', (markup, text) => {
  expect(withoutMarkup(markup)).toBe(text)
})

test('markup of a hostile length ends', () => {
  for (const part of ['<a@', '<https://a', '&#', '<', '<a ', '\n \n'])
    expect(withoutMarkup(part.repeat(1_000_000)).length).toBeLessThan(10_000)
})
