import { inject } from 'vitest'
import type { RunningProduct } from './global-product.ts'

/** The product of this file: two files run at a time, and neither sees what the other one does. */
export function theProduct(): RunningProduct {
  const products = inject('products')
  const product = products[(Number(process.env['VITEST_POOL_ID']) - 1) % products.length]
  if (!product) throw new Error('No product was started for this file.')
  return product
}
