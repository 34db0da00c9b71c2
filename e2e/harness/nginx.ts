import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './product-process.ts'

const run = promisify(execFile)

/** A configuration of deploy/ with this machine's names in the place of those it was written with. */
export async function adaptSite(path: string, replaced: readonly (readonly [RegExp, string])[]): Promise<string> {
  const text = await readFile(join(root, path), 'utf8')
  return replaced.reduce((site, [what, by]) => {
    if (site.search(what) === -1) throw new Error(`${path} has nothing like ${what}`)
    return site.replaceAll(what, by)
  }, text)
}

/** Debian's nginx with this site inside the least that it wants itself, all of it in one folder. Resolves with what stops it. */
export async function startNginx(folder: string, site: string): Promise<() => Promise<void>> {
  await mkdir(join(folder, 'cache'), { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/temp-${kind};`)
  const conf = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const http = `include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')}`
  await writeFile(conf, `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp { ${http}\n${site}\n}\n`)
  await run('nginx', ['-t', '-c', conf])
  const nginx = spawn('nginx', ['-c', conf], { stdio: 'ignore' })
  const ended = once(nginx, 'close')
  return async () => {
    nginx.kill('SIGQUIT')
    await ended
  }
}
