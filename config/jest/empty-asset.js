/** What a style sheet or a font is to a test. */
module.exports = {}
