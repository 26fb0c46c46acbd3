/**
 * The key of a job that asks about what somebody outside has hinted at. Hints of one kind about one reference are one job; a task's name
 * is part of the key, since a job of another task would take the place of the waiting one, or be refused it.
 */
export const hintKey = (task: string, reference: string): string => `hint:${task}:${reference}`;
