/** Ends a whole task from one of its items, because no other one could be done either. Its message is for the person. */
export class TaskFailure extends Error {}
