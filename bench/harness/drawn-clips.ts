import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)
const seconds = 12

/** Drawn by ffmpeg. Real clips say more: give their paths. */
const drawn: Record<string, string> = {
  zoom: 'mandelbrot=s=1280x720:r=30:maxiter=200,gblur=1',
  grain: 'mandelbrot=s=1280x720:r=30:maxiter=200,gblur=2,noise=alls=8:allf=t',
  animation: 'testsrc2=s=1280x720:r=25',
  screen: 'smptehdbars=s=1280x720:r=15,drawgrid=w=96:h=24:c=black,scroll=v=0.002',
  motion: 'mandelbrot=s=2560x1440:r=50:maxiter=120,rotate=t*0.7,crop=1280:720',
}

/** The named files, or the drawn clips whose names contain this ('all' for every one), each as a file in this folder while it is used. */
export async function* clipsOf(chosen: string, folder: string): AsyncGenerator<{ name: string; path: string }> {
  if (chosen.includes('/')) {
    for (const path of chosen.split(',')) yield { name: basename(path), path }
    return
  }
  for (const [name, graph] of Object.entries(drawn)) {
    if (chosen !== 'all' && !name.includes(chosen)) continue
    const path = join(folder, `${name}.mkv`)
    await exec('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', graph, '-t', String(seconds), '-c:v', 'mpeg4', '-q:v', '2', path])
    yield { name, path }
    await rm(path)
  }
}
