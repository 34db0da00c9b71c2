/** Runs an update of one row; false when no row has met its conditions. */
export const wasUpdated = async (update: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> =>
  (await update.executeTakeFirst()).numUpdatedRows === 1n
