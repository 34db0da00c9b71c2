/** As many files of journeys run at a time, and each has a product of its own. */
export const productsAtOnce = 3
