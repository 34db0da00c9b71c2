import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Whether a person can be asked. */
export const canAsk = () => process.stdin.isTTY === true && process.stderr.isTTY === true

/** A line that a person types, on stderr so that the result on stdout stays clean. @param {string} question @param {{ isHidden?: boolean, signal: AbortSignal }} options @returns {Promise<string>} */
export function ask(question, { isHidden = false, signal }) {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const input = createInterface({ input: process.stdin, output: isHidden ? silent : process.stderr, terminal: true })
  // The reader of lines has switched the echo of the terminal off: what is pasted as soon as the question is seen is not shown.
  if (isHidden) process.stderr.write(question)
  return new Promise((resolve, reject) => {
    input.question(isHidden ? '' : question, { signal }, (answer) => {
      resolve(answer.trim())
      input.close()
      if (isHidden) process.stderr.write('\n')
    })
    // With a terminal, Ctrl+C reaches the reader of lines and not the process.
    input.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    signal.addEventListener('abort', () => {
      input.close()
      reject(signal.reason)
    })
  })
}

/** @param {string} question @param {AbortSignal} signal */
export const confirm = async (question, signal) => /^y(es)?$/i.test(await ask(`${question} [y/N] `, { signal }))

/** All of stdin, which is a pipe or a file. */
export async function readStdin() {
  let text = ''
  for await (const chunk of process.stdin) {
    text += chunk
    if (text.length > 10_000) break
  }
  return text.trim()
}
