/** The video takes up to 1200 px. On wide screens more videos stand beside it. */
export const watchLayout = {
  page: 'mx-auto flex w-full max-w-[1664px] flex-col gap-4',
  columns: 'grid grid-cols-1 gap-x-6 gap-y-8 xl:grid-cols-[minmax(0,1200px)_minmax(320px,1fr)]',
}
