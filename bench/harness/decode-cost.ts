import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../e2e/harness/find-chromium.ts'
import { childCpuSeconds } from './child-cpu.ts'

/** CPU of Chromium for each second of a file that it plays, without a graphics card. */
export interface DecodeCost {
  of(path: string): Promise<{ cpuPerSecond: number; droppedShare: number }>
  stop(): Promise<void>
}

export async function openDecodeCost(): Promise<DecodeCost> {
  let bytes = Buffer.alloc(0)
  const server = createServer((request, response) => {
    if (request.url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<video src="/clip.mp4" muted></video>')
    return response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-background-networking'] })
  return {
    async of(path) {
      bytes = await readFile(path)
      return play(browser, server)
    },
    async stop() {
      await browser.close()
      server.close()
    },
  }
}

async function play(browser: Browser, server: Server) {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const before = childCpuSeconds()
  const played = await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    await video.play()
    await new Promise((resolve) => video.addEventListener('ended', resolve))
    const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
    return { seconds: video.duration, droppedShare: droppedVideoFrames / totalVideoFrames }
  })
  const cpuPerSecond = (childCpuSeconds() - before) / played.seconds
  await page.close()
  return { cpuPerSecond, droppedShare: played.droppedShare }
}
