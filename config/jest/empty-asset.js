/** Replaces style sheets and fonts in tests. */
module.exports = {}
