//go:build tools

// Package tools names the program, so that the module's lock has what it needs.
package tools

import _ "github.com/FerretDB/FerretDB/cmd/ferretdb"
