/** Stands for all videos together in the tables of statistics. */
export const wholeSite = '00000000-0000-0000-0000-000000000000'
