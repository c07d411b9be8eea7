const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it is written in HTML, between tags or in an attribute with double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => escapes[one] ?? one);
