// assert
const assert = (holds: boolean, message = 'what has to hold does not') => {
  if (!holds) throw new Error(message);
};
// wanted
const wanted = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(what);
  return value;
};
// characters
const characters = (text: string) => [...text];
// lookup: wanted
const lookup = (text: string, map: { [key: string]: string }) => wanted(map[text], `nothing is said for "${text}"`);
// stem
const stem = (text: string) => (text.lastIndexOf('.') > 0 ? text.slice(0, text.lastIndexOf('.')) : text);
// extension
const extension = (text: string) => (text.lastIndexOf('.') > 0 ? text.slice(text.lastIndexOf('.')) : '');
// extension_name
const extension_name = (text: string) => (text.lastIndexOf('.') > 0 ? text.slice(text.lastIndexOf('.') + 1) : '');
// part: wanted
const part = (text: string, between: string, nth: number) =>
  wanted(text.split(between).at(nth > 0 ? nth - 1 : nth), `"${text}" has no part ${nth}`);
// before: wanted
const before = (text: string, delimiter: string, nth: number) => {
  const parts = text.split(delimiter);
  const at = nth > 0 ? nth : parts.length + nth;
  return wanted(at > 0 && at < parts.length ? parts.slice(0, at).join(delimiter) : undefined, `"${text}" has no "${delimiter}" there`);
};
// after: wanted
const after = (text: string, delimiter: string, nth: number) => {
  const parts = text.split(delimiter);
  const at = nth > 0 ? nth : parts.length + nth;
  return wanted(at > 0 && at < parts.length ? parts.slice(at).join(delimiter) : undefined, `"${text}" has no "${delimiter}" there`);
};
// upper_case
const upper_case = (text: string) => text.toUpperCase();
// lower_case
const lower_case = (text: string) => text.toLowerCase();
// trimmed
const trimmed = (text: string) => text.trim();
// tidied
const tidied = (text: string) => text.trim().replace(/\s+/g, ' ');
// padded
const padded = (text: string, width: number, fill: string) => text.padStart(width, fill);
// replaced
const replaced = (text: string, one: string, other: string) => text.replaceAll(one, () => other);
// replaced_first
const replaced_first = (text: string, one: string, other: string) => text.replace(one, () => other);
// left
const left = (text: string, count: number) => [...text].slice(0, count).join('');
// right
const right = (text: string, count: number) => [...text].slice(Math.max(0, [...text].length - count)).join('');
// mid
const mid = (text: string, from: number, count: number) => [...text].slice(from - 1, from - 1 + count).join('');
// slice
const slice = (text: string, from: number, to: number) => {
  const all = [...text];
  const at = (place: number) => (place > 0 ? place - 1 : all.length + place);
  return all.slice(at(from), at(to) + 1).join('');
};
// on_line: wanted
const on_line = (text: string, one: string, other: string) => {
  const [[a, x], [b, y]] = [one, other].map((it) => it.split(' is ').map(Number));
  const found = x + ((y - x) * (Number(text) - a)) / (b - a);
  const rounded = (Math.sign(found) * Math.round(Math.abs(found) * 100)) / 100;
  return wanted(text.trim() !== '' && Number.isFinite(rounded) ? String(rounded + 0) : undefined, `"${text}" is no number`);
};
