import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../platform/escape-html.ts'
import { styleSheetsOf } from './style-sheets.ts'

/** Where the application is not built. */
const bare = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not allowed here</title><p>%TEXT%</p></html>'

/** Sends a page of its own, so that people see why there is no player. It has the style sheets of the application and no scripts. */
export function createRefusalSender(folder: string): (text: string, reply: FastifyReply) => FastifyReply {
  const file = join(folder, 'refused-page.html')
  const template = existsSync(file) ? readFileSync(file, 'utf8').replace('%STYLES%', () => styleSheetsOf(folder)) : bare
  return (text, reply) =>
    reply
      .code(403)
      .header('Cache-Control', 'no-store')
      .header('Vary', 'Referer, Origin')
      .type('text/html; charset=utf-8')
      .send(template.replace('%TEXT%', () => escapeHtml(text)))
}
