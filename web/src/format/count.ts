/** '1 job', '2 jobs', '1,234 jobs'. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  // Most counts need no separators, and the first use of the browser's formatter takes as long as drawing half a page.
  `${count < 1000 ? count : count.toLocaleString('en')} ${count === 1 ? one : many}`
