import { expect, test } from 'vitest'
import { embedCode, secretOf } from './embed-code.ts'

test('frames the bare page and may fill the screen', () => {
  const code = embedCode({ id: 'abc', title: 'Sea', origin: 'https://forge.example', resolution: '1280x720' })
  expect(code).toMatch(/^<iframe src="https:\/\/forge\.example\/embed\/abc" title="Sea" .*allowfullscreen><\/iframe>$/)
})

test.each([
  ['1280x720', 'width="640" height="360" style="width:100%;height:auto;aspect-ratio:640/360;border:0"'],
  ['720x1280', 'width="360" height="640" style="width:100%;max-width:360px;height:auto;aspect-ratio:360/640;border:0"'],
  [null, 'width="640" height="360"'],
])('fits its column in the ratio of %s', (resolution, size) => {
  expect(embedCode({ id: 'abc', title: 'Sea', origin: 'https://forge.example', resolution })).toContain(size)
})

test('a title cannot break out of its attribute', () => {
  const code = embedCode({ id: 'abc', title: '"><script>alert(1)</script>&', origin: 'https://forge.example', resolution: '1280x720' })
  expect(code).toContain('title="&quot;>&lt;script>alert(1)&lt;/script>&amp;"')
})

test('a private video is opened by its secret', () => {
  expect(embedCode({ id: 'abc', title: 'Sea', origin: 'https://forge.example', secret: 'a b&c', resolution: null })).toContain(
    '/embed/abc?link=a%20b%26c"',
  )
})

test.each([
  ['https://forge.example/video/1?link=s3cret', 's3cret'],
  ['/video/1?link=s3cret', 's3cret'],
  ['/video/1', undefined],
])('the secret of %s is %s', (url, secret) => {
  expect(secretOf(url)).toBe(secret)
})
