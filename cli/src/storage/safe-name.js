import { basename } from 'node:path'

/** A name from a server must stay in this folder. @param {string} name @param {string} fallback */
export const safeName = (name, fallback) => basename(name.replace(/[\p{Cc}/\\:]/gu, '_')).replace(/^\.+/, '_') || fallback
